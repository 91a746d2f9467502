import { expect, test } from 'vitest'
import { type TauBenchOptions, tauBench } from './benchmark.ts'
import { ownDomain } from './own/own-domain.ts'
import { planUser } from './player/plan-user.ts'
import { scriptedUser } from './user/scripted-user.ts'

const domain = ownDomain()
const llm = { ...scriptedUser(['Hi']), name: 'llm' }

test('each task once for each seed, and what its trials have in common', () => {
  const tasks = [...tauBench({ domain }).tasks({ seeds: [42, 7, 42], horizons: [10] })]
  expect(tasks.map(({ id }) => id)).toEqual([
    ...['t000-s42', 't001-s42', 't002-s42', 't003-s42'],
    ...['t000-s7', 't001-s7', 't002-s7', 't003-s7'],
  ])
  expect(tasks[2]).toEqual({ id: 't002-s42', seed: 42, problem: 't002', parameters: { task: 2 } })
})

test('the id names the domain and whatever is not the official default', () => {
  const idOf = (options: Partial<TauBenchOptions>) => tauBench({ domain, ...options }).id
  expect(idOf({ user: llm })).toBe('tau-bench-own@1')
  expect(idOf({ user: llm, maxSteps: 30 })).toBe('tau-bench-own@1')
  expect(idOf({ domain: { ...domain, split: 'dev' }, user: llm, maxSteps: 5 })).toBe(
    'tau-bench-own-dev-5-steps@1',
  )
  expect(idOf({ user: scriptedUser(['Hi']) })).toBe('tau-bench-own-scripted-user@1')
  expect(idOf({})).toBe('tau-bench-own-plan-user@1')
})

test('the reference player comes with the user that speaks to it', () => {
  expect(tauBench({ domain }).player).toBeDefined()
  expect(tauBench({ domain, user: planUser }).player).toBeDefined()
  expect(tauBench({ domain, user: llm }).player).toBeUndefined()
})

test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses %d steps', (maxSteps) => {
  expect(() => tauBench({ domain, maxSteps })).toThrow(`maxSteps must be a positive integer, not ${maxSteps}`)
})

test('refuses a task of another domain, and a domain with two tasks of one index', () => {
  const open = (task: number) => tauBench({ domain }).open({ id: 'x', seed: 1, parameters: { task } })
  expect(() => open(4)).toThrow('task x is not one of this domain and split')
  const twice = { ...domain, tasks: [...domain.tasks, ...domain.tasks] }
  expect(() => tauBench({ domain: twice })).toThrow('two tasks of own have the same index')
})
