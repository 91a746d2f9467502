import { computeFigures, type Trace } from '@skill-state/eval'
import type { EnvironmentCall } from '@skill-state/protocol'
import { expect, test } from 'vitest'
import { tauBenchFamily } from './tau-bench.ts'

const { columns } = tauBenchFamily.present({ domain: 'retail', split: 'test', user: {} })

/** What the columns of the user's account have of an episode of one observation. */
function account(calls: readonly EnvironmentCall[] | undefined): Record<string, number | undefined> {
  const trace: Trace = {
    file: '',
    episode: { kind: 'episode', format: 1, benchmark: 'b', task: 't', seed: 1, runtime: 'r', model: 'm' },
    reset: { kind: 'reset', observation: { text: '', done: false, ...(calls && { calls }) } },
    calls: [],
    attempts: [],
    steps: [],
    end: { kind: 'end', status: 'terminated', outcome: { reward: 1 } },
  }
  const figures = computeFigures(trace)
  if (figures === undefined) throw new Error('the episode has ended')
  const own = columns.filter(({ id }) => id.startsWith('user'))
  return Object.fromEntries(own.map(({ id, of }) => [id, of(figures)]))
}

const call: EnvironmentCall = { model: 'actor', usage: { inputTokens: 10, outputTokens: 2 }, cost: 0.5 }

test("the user's account is that of the observations", () => {
  expect(account([call, call])).toEqual({
    userCalls: 2,
    userInputTokens: 20,
    userOutputTokens: 4,
    userCost: 1,
  })
  expect(account([call, { ...call, atMost: true }])).toEqual({ userCalls: 2 })
})

test('a scripted user has no account', () => {
  expect(account(undefined)).toEqual({})
})
