import { memory, prompt, stateful, truncated } from '@skill-state/baselines'
import { runSkill } from '@skill-state/core'
import type { Runtime } from '@skill-state/protocol'
import { delayedBenchmark } from '@skill-state/skillexecbench'
import { describe, expect, test } from 'vitest'
import { playSeeds } from '../test/play.ts'

/** A runtime that carries nothing from step to step: the state that the model sees is always the first. */
const forgetful: Runtime = async function* (input) {
  const { environment, seed } = input
  let observation = await environment.reset({ seed })
  for (let index = 0; !observation.done; index += 1) {
    const before = observation
    const once = runSkill({ ...input, environment: { ...environment, reset: async () => before } })
    const { value: step } = await once.next()
    await once.return()
    if (step === undefined) return
    yield { ...step, index }
    observation = step.result
  }
}

describe.each(['named', 'notes'] as const)('with a state of form %s', (field) => {
  describe.each([
    [5, 50],
    [5, 100],
    [20, 100],
    [40, 100],
    [40, 200],
  ])('facts needed %d steps later, at T = %d', (distance, horizon) => {
    const benchmark = delayedBenchmark({ distance, field })
    test.each([
      ['SKILL.state', runSkill],
      ['prompt', prompt.run],
      ['stateful', stateful.run],
      ['memory', memory.run],
    ] as const)('%s knows all of them', async (_, run) => {
      for (const { trace, outcome } of await playSeeds(benchmark, horizon, run)) {
        const { busyActions, busyEvents, actionableEvents } = outcome.metrics ?? {}
        expect([trace.episode.task, outcome.reward, busyActions]).toEqual([trace.episode.task, 1, busyEvents])
        expect(actionableEvents).toBeGreaterThan(1)
      }
    })
    test('a context without the notes has no tag, and everything else', async () => {
      for (const { trace, outcome } of await playSeeds(benchmark, horizon, forgetful)) {
        const { busyActions, busyEvents } = outcome.metrics ?? {}
        expect([trace.episode.task, outcome.reward, busyActions]).toEqual([trace.episode.task, 0, busyEvents])
      }
    })
  })
})

test.each([
  ['named', undefined],
  ['notes', undefined],
  ['notes', 45],
] as const)('with %s %s, no prompt of SKILL.state grows with t', async (field, notesLimit) => {
  const benchmark = delayedBenchmark({ distance: 40, field, ...(notesLimit && { notesLimit }) })
  for (const { prompts } of await playSeeds(benchmark, 200, runSkill)) {
    const longest = Math.max(...prompts.map(({ length }) => length))
    const early = Math.max(...prompts.slice(0, 40).map(({ length }) => length))
    expect(longest).toBeLessThan(1_500)
    expect(longest - early).toBeLessThan(60)
  }
})

test('with notes for two of four tags, SKILL.state loses tags and the transcript does not', async () => {
  const benchmark = delayedBenchmark({ distance: 20, field: 'notes', notesLimit: 45 })
  for (const { outcome } of await playSeeds(benchmark, 100, runSkill)) expect(outcome.reward).toBeLessThan(1)
  for (const { outcome } of await playSeeds(benchmark, 100, prompt.run)) expect(outcome.reward).toBe(1)
})

test('a window of 1,800 characters reaches back 5 steps, and not 20', async () => {
  for (const [distance, reward] of [
    [5, 1],
    [20, 0],
    [40, 0],
  ] as const) {
    const played = await playSeeds(delayedBenchmark({ distance, field: 'named' }), 100, truncated.run)
    for (const { outcome } of played) expect([distance, outcome.reward]).toEqual([distance, reward])
  }
})
