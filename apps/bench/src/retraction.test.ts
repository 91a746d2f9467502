import { memory, prompt, promptLayouts, stateful, truncated } from '@skill-state/baselines'
import { runSkill } from '@skill-state/core'
import { reference } from '@skill-state/models'
import type { JsonObject, Player } from '@skill-state/protocol'
import { retraction } from '@skill-state/skillexecbench'
import { expect, test } from 'vitest'
import { playSeeds, readerOf, taskOf } from '../test/play.ts'

const shipped = retraction.player as Player

test.each([10, 25, 50, 100, 200])(
  'whatever carries the facts acts on what holds now at T = %d',
  async (horizon) => {
    for (const run of [runSkill, prompt.run, stateful.run, memory.run]) {
      for (const { outcome } of await playSeeds(retraction, horizon, run)) {
        const { reward, metrics } = outcome
        expect([reward, metrics?.staleActions]).toEqual([1, 0])
        expect(metrics?.busyActions).toBe(metrics?.busyEvents)
      }
    }
  },
)

test('a window of 1,800 characters loses facts, and never prefers a stale one', async () => {
  for (const { outcome } of await playSeeds(retraction, 100, truncated.run)) {
    const { reward, metrics } = outcome
    expect(reward).toBeLessThan(0.6)
    expect(metrics?.staleActions).toBe(0)
  }
})

test('a state that never changes knows no fact', async () => {
  const blind = reference({ decide: (view) => ({ ...shipped.decide(view), patch: {} }) }, promptLayouts)
  for (const { outcome } of await playSeeds(retraction, 100, runSkill, blind)) {
    const { reward, metrics } = outcome
    expect([reward, metrics?.staleActions]).toEqual([0, 0])
    expect(metrics?.busyActions).toBe(metrics?.busyEvents)
  }
})

test('a state that takes no correction acts on stale facts, and on nothing else that is wrong', async () => {
  const stubborn = reference(
    {
      decide: (view) => {
        const decision = shipped.decide(view)
        return view.observation.includes('Correction: ') ? { ...decision, patch: {} } : decision
      },
    },
    promptLayouts,
  )
  for (const { outcome } of await playSeeds(retraction, 100, runSkill, stubborn)) {
    const {
      actionableEvents = 0,
      successfulActions = 0,
      staleActions,
      correctedEvents = 0,
    } = outcome.metrics ?? {}
    expect(staleActions).toBe(actionableEvents - successfulActions)
    expect(staleActions).toBeGreaterThan(correctedEvents / 2)
  }
})

test('no prompt of SKILL.state grows with t', async () => {
  const lengths = (await playSeeds(retraction, 200, runSkill)).flatMap(({ prompts }) =>
    prompts.map(({ length }) => length),
  )
  expect(lengths).toHaveLength(1_000)
  expect(Math.max(...lengths)).toBeLessThan(1_600)
})

test('the state at the end has the trains that have not left, and no others', async () => {
  const environment = retraction.open(taskOf(retraction, 200))
  let state: JsonObject = {}
  for await (const step of runSkill({ ...retraction, environment, model: readerOf(retraction), seed: 42 })) {
    state = step.state?.toJSON() ?? {}
  }
  expect(Object.keys(state.platforms ?? {}).length).toBeLessThanOrEqual(6)
})
