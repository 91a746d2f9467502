import { memory, prompt, promptLayouts, stateful, truncated } from '@skill-state/baselines'
import { runSkill } from '@skill-state/core'
import { runEpisode } from '@skill-state/eval'
import { reference } from '@skill-state/models'
import type { JsonObject, Model, Outcome, Runtime } from '@skill-state/protocol'
import { retraction, retractionPlayer } from '@skill-state/skillexecbench'
import { expect, test } from 'vitest'

const seeds = [42, 43, 44, 45, 46]
const reader = reference(retractionPlayer, promptLayouts)

async function playAll(horizon: number, run: Runtime, model: Model = reader): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  for (const task of retraction.tasks({ seeds, horizons: [horizon] })) {
    const runtime = { id: 'under-test', run }
    const end = await runEpisode({ benchmark: retraction, task, runtime, model })
    if (end.status !== 'terminated') throw new Error(`${task.id} ends as ${JSON.stringify(end)}`)
    outcomes.push(end.outcome)
  }
  return outcomes
}

test.each([10, 25, 50, 100, 200])(
  'whatever carries the facts acts on what holds now at T = %d',
  async (horizon) => {
    for (const run of [runSkill, prompt.run, stateful.run, memory.run]) {
      for (const { reward, metrics } of await playAll(horizon, run)) {
        expect([reward, metrics?.staleActions]).toEqual([1, 0])
        expect(metrics?.busyActions).toBe(metrics?.busyEvents)
      }
    }
  },
)

test('a window of 1,800 characters loses facts, and never prefers a stale one', async () => {
  for (const { reward, metrics } of await playAll(100, truncated.run)) {
    expect(reward).toBeLessThan(0.6)
    expect(metrics?.staleActions).toBe(0)
  }
})

test('a state that never changes knows no fact', async () => {
  const blind = reference(
    { decide: (view) => ({ ...retractionPlayer.decide(view), patch: {} }) },
    promptLayouts,
  )
  for (const { reward, metrics } of await playAll(100, runSkill, blind)) {
    expect([reward, metrics?.staleActions]).toEqual([0, 0])
    expect(metrics?.busyActions).toBe(metrics?.busyEvents)
  }
})

test('a state that takes no correction acts on stale facts, and on nothing else that is wrong', async () => {
  const stubborn = reference(
    {
      decide: (view) => {
        const decision = retractionPlayer.decide(view)
        return view.observation.includes('Correction: ') ? { ...decision, patch: {} } : decision
      },
    },
    promptLayouts,
  )
  for (const { metrics = {} } of await playAll(100, runSkill, stubborn)) {
    const { actionableEvents = 0, successfulActions = 0, staleActions, correctedEvents = 0 } = metrics
    expect(staleActions).toBe(actionableEvents - successfulActions)
    expect(staleActions).toBeGreaterThan(correctedEvents / 2)
  }
})

test('no prompt of SKILL.state grows with t', async () => {
  const lengths: number[] = []
  const measured: Model = {
    ...reader,
    generate: (request) => {
      lengths.push(request.prompt.length)
      return reader.generate(request)
    },
  }
  await playAll(200, runSkill, measured)
  expect(lengths).toHaveLength(1_000)
  expect(Math.max(...lengths)).toBeLessThan(1_600)
})

test('the state at the end has the trains that have not left, and no others', async () => {
  const [task] = retraction.tasks({ seeds: [42], horizons: [200] })
  if (task === undefined) throw new Error('no task')
  const environment = retraction.open(task)
  let state: JsonObject = {}
  for await (const step of runSkill({ ...retraction, environment, model: reader, seed: 42 })) {
    state = step.state?.toJSON() ?? {}
  }
  expect(Object.keys(state.platforms ?? {}).length).toBeLessThanOrEqual(6)
})
