import type { Field } from '@skill-state/protocol/evidence'
import { describe, expect, test } from 'vitest'
import { libraryEpisode } from '../../test/library.ts'
import { booking, episodeOf } from '../../test/simulation.ts'
import type { Episode, Message } from '../episode.ts'
import { materialIn } from '../needs/material.ts'
import { viewOf } from '../needs/view.ts'
import { fillField } from '../propose/filled-field.ts'
import { type Proposal, proposeState } from '../propose/propose.ts'
import { asState } from './as-state.ts'
import { playAsState } from './play-as-state.ts'
import { billedPrices } from './prices.ts'

const episodes = Array.from({ length: 6 }, (_, at) => libraryEpisode(at))

/** What the audit says that the fields hold at each call. */
function audited(episode: Episode, fields: readonly Field[]): readonly unknown[] {
  const view = viewOf(episode, new Set())
  return view.calls.map(({ start }) => {
    const entries = fields.flatMap((field) => {
      const filled = fillField(field)
      for (const each of materialIn(view)) if (each.index < start) filled.take(each)
      const value = filled.value()
      return value === undefined ? [] : [[field.name, value]]
    })
    return Object.fromEntries(entries)
  })
}

describe.each(['flat', 'keyed'] as const)('a recorded episode under the runtime with %s fields', (form) => {
  const { fields } = proposeState(episodes, { form }) as Proposal

  test('has the state that the audit measures, at each call', async () => {
    for (const episode of [...episodes, episodeOf(booking)]) {
      const calls = await playAsState(episode, fields)
      expect(calls.map(({ state }) => state)).toEqual(audited(episode, fields))
      for (const { prompt, observation } of calls)
        expect(prompt).toContain(`Latest Observation: ${observation}`)
    }
  })
})

test('the runtime shows less than the transcript, and the answers are as recorded', async () => {
  const { fields } = proposeState(episodes) as Proposal
  const figures = await asState(episodes, fields, { count: (text) => text.length })
  const calls = episodes.flatMap((episode) => viewOf(episode, new Set()).calls)
  expect(figures).toMatchObject({ episodes: 6, calls: calls.length, prices: undefined, cacheHits: 0 })
  expect(figures.state.shared).toBeLessThan(figures.state.tokens)
  const [episode] = episodes as [Episode]
  const answers = (await playAsState(episode, fields)).map(({ answer }) => answer)
  expect(answers.filter((answer) => answer.startsWith('lend(')).length).toBe(1)
})

test('prices are what explains each bill, and nothing if nothing does', () => {
  const bill = (
    promptTokens: number,
    cachedTokens: number,
    completionTokens: number,
    extra = 0,
  ): Message => ({
    role: 'assistant',
    content: '',
    usage: { promptTokens, cachedTokens, completionTokens },
    cost: ((promptTokens - cachedTokens) * 3 + cachedTokens * 0.3 + completionTokens * 15) / 1e6 + extra,
  })
  const bills = [bill(9_000, 0, 50), bill(9_500, 8_900, 120), bill(12_000, 9_000, 10), bill(15_000, 0, 300)]
  const prices = billedPrices(bills)
  expect(prices?.input).toBeCloseTo(3e-6, 12)
  expect(prices?.cached).toBeCloseTo(0.3e-6, 12)
  expect(prices?.output).toBeCloseTo(15e-6, 12)
  expect(billedPrices([...bills, bill(10_000, 0, 10, 1)])).toBeUndefined()
  expect(billedPrices([{ role: 'assistant', content: '' }])).toBeUndefined()
})
