import type { Runtime } from '@skill-state/protocol'
import { testRuntime } from '@skill-state/protocol/conformance'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { demo, observations, play } from '../test/play.ts'
import { summaryCapped } from './summary-capped.ts'

const to =
  (maxPromptChars: number): Runtime =>
  (input) =>
    summaryCapped.run(input, { maxPromptChars })

describe('the contract of runtimes', () => {
  it.each(testRuntime({ runtime: summaryCapped.run, reply: (action) => `Why.\nAction: ${action}` }))(
    '$name',
    async (check) => check.run(),
  )
})

it('keeps the whole prompt to the budget, however long summaries, replies and observations are', async () => {
  const size = fc.integer({ min: 1, max: 600 })
  const sizes = fc.array(size, { minLength: 15, maxLength: 15 })
  await fc.assert(
    fc.asyncProperty(sizes, sizes, sizes, async (shown, replied, written) => {
      const { prompts } = await play(summaryCapped.run, {
        observations: shown.map((length) => 'o'.repeat(length)),
        reply: (index) => `${'\u{1F4E6}'.repeat(replied[index] ?? 1)}\nAction: go`,
        summary: (index) => 'fact '.repeat(written[index] ?? 1),
      })
      for (const prompt of prompts) expect(Array.from(prompt).length).toBeLessThanOrEqual(1800)
    }),
    { numRuns: 30 },
  )
})

it('caps the summary at half of what instructions and fixed texts leave', async () => {
  const script = { observations: observations(8), summary: () => 'x'.repeat(5000) }
  const { prompts, requests } = await play(summaryCapped.run, script)
  const fixed = (prompts[0] ?? '').length - 'o0'.length
  const cap = Math.floor((1800 - fixed) / 2)
  expect(requests[0]).toMatch(new RegExp(`in at most ${cap} characters\\.$`))
  expect(prompts[7]).toContain(`History:\n${'x'.repeat(cap)}\n\nRecent`)
})

it('shows as few turns as fit, and summarises the others at once', async () => {
  const reply = (index: number): string => `${'w'.repeat(600)}${index}\nAction: go`
  const { prompts, requests } = await play(summaryCapped.run, { observations: observations(5), reply })
  const shown = prompts.map((prompt) => [...prompt.matchAll(/^Observation: (o\d)/gm)].map(([, name]) => name))
  expect(shown).toEqual([[], ['o0'], ['o0', 'o1'], ['o2'], ['o2', 'o3']])
  expect(requests).toHaveLength(1)
})

it('summarises as often as Memory if more turns would fit', async () => {
  const { prompts } = await play(summaryCapped.run, { observations: observations(9) })
  const counts = prompts.map((prompt) => prompt.match(/^Observation: /gm)?.length ?? 0)
  expect(counts).toEqual([0, 1, 2, 3, 4, 5, 3, 4, 5])
})

it('goes beyond the budget rather than drop a turn that has no summary', async () => {
  const reply = (): string => `${'w'.repeat(500)}\nAction: go`
  const { prompts } = await play(summaryCapped.run, {
    observations: observations(6),
    reply,
    summary: () => '',
  })
  expect(prompts[5]?.length).toBeGreaterThan(2500)
  expect(prompts[5]).toContain('Observation: o0\n')
})

it('leaves the summary 200 characters if the instructions fill the budget', async () => {
  const skill = { ...demo, instructions: 'P'.repeat(1790) }
  const script = { skill, observations: observations(3), summary: () => 'x'.repeat(500) }
  const { prompts } = await play(summaryCapped.run, script)
  expect(prompts[2]).toContain(`History:\n${'x'.repeat(200)}\n\nRecent History:\n\nLatest Observation: o2\n`)
})

it('rejects an invalid budget', async () => {
  await expect(play(to(-1), { observations: ['o'] })).rejects.toMatchObject({ code: 'invalid-option' })
})
