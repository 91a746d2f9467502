import { policyOf } from '@skill-state/policies'
import { expect, test } from 'vitest'
import { booking, episodeOf } from '../../test/simulation.ts'
import { textOf } from '../episode.ts'
import { viewOf } from '../needs/view.ts'
import { retainedNeeds } from './retained-needs.ts'

const episode = { ...episodeOf(booking), prompt: 'You move bookings.' }

/** The prompts of a policy, one for each call. */
async function promptsOf(name: string): Promise<string[]> {
  const calls = viewOf(episode, new Set()).calls.map(async ({ index }) =>
    (await policyOf(name).show(episode.messages.slice(0, index))).map(textOf).join('\n'),
  )
  return Promise.all(calls)
}

test('counts the needs that come from before the newest observation', async () => {
  // The search needs the flight of the newest result, and the first call the code of the newest message.
  expect(retainedNeeds(episode, await promptsOf('full'))).toEqual({ needed: 3, retained: 3 })
  expect(retainedNeeds(episode, await promptsOf('last:3'))).toEqual({ needed: 3, retained: 1 })
  expect(retainedNeeds(episode, await promptsOf('observation-only'))).toEqual({ needed: 3, retained: 0 })
  expect(retainedNeeds(episode, [])).toEqual({ needed: 3, retained: 0 })
  expect(retainedNeeds({ ...episode, prompt: 'card_9001' }, await promptsOf('full')).needed).toBe(2)
})
