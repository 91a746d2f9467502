import { certify, compileSkill, promptLayout, runSkill } from '@skill-state/core'
import { reference } from '@skill-state/models'
import type { Action, Task } from '@skill-state/protocol'
import { expect, test } from 'vitest'
import benchmark from './index.ts'
import { player } from './player.ts'

const tasks = [...benchmark.tasks({ seeds: [1, 2, 3, 4, 5], horizons: [10, 100] })]

test('tasks have names of their own, and are the same each time', () => {
  expect(new Set(tasks.map(({ id }) => id)).size).toBe(10)
  expect([...benchmark.tasks({ seeds: [1, 2, 3, 4, 5], horizons: [10, 100] })]).toEqual(tasks)
})

test.each(tasks)('the player solves $id from the state alone, and keeps it as it should be', async (task) => {
  const environment = benchmark.open(task)
  const model = reference(player, [promptLayout])
  for await (const { state, rejections } of runSkill({
    skill: benchmark.skill,
    environment,
    model,
    seed: task.seed,
  })) {
    expect(rejections).toEqual([])
    expect(state?.toJSON()).toEqual(environment.expectedState?.())
  }
  expect(await environment.outcome()).toEqual({ reward: 1, metrics: { right: task.horizon, wrong: 0 } })
})

test('a player that does nothing gets the lowest score', async () => {
  for (const task of tasks) expect(await play(task, () => 'Wait')).toBe(0)
})

test('a player that stores each parcel in the same compartment sometimes succeeds', async () => {
  for (const task of tasks.filter(({ horizon }) => horizon === 100)) {
    const reward = await play(task, (text) => `Store ${/Parcel (P\d+) arrives/.exec(text)?.[1]} in 1`)
    expect(reward).toBeGreaterThan(0)
    expect(reward).toBeLessThan(0.5)
  }
})

test('the prompt has a bound: no step of any episode sends a longer one', () => {
  const certificate = certify(compileSkill(benchmark.skill), { maxObservationChars: 500 })
  expect(certificate).toMatchObject({ bounded: true })
})

/** The reward of an episode in which each observation is answered by `decide`. */
async function play(task: Task, decide: (text: string) => Action): Promise<number> {
  const environment = benchmark.open(task)
  let observation = await environment.reset({ seed: task.seed })
  while (!observation.done) observation = await environment.step(decide(observation.text))
  return (await environment.outcome()).reward
}
