import { expect, test } from 'vitest'
import { checkLimits, LimitReached, type Limits, limitIn } from './limits.ts'

test.each([
  [{ scope: 'run', limit: 'costUsd', spent: 0.25, max: 1 }, "0.2500 USD of the run's 1.0000 USD are spent"],
  [
    { scope: 'session', limit: 'wallTimeMs', spent: 99.6, max: 100 },
    "100 ms of the session's 100 ms are spent",
  ],
  [{ scope: 'message', limit: 'steps', spent: 3, max: 3 }, "3 steps of the message's 3 steps are spent"],
  [
    { scope: 'run', limit: 'tokens', spent: 90, max: 100, next: 11 },
    "90 tokens of the run's 100 tokens are spent, and the next call could use 11 tokens",
  ],
] as const)('says whose limit was reached: %j', (reached, message) => {
  const error = new LimitReached(reached)
  expect(error).toMatchObject({ ...reached, message, name: 'LimitReached', code: 'limit-reached' })
  expect(String(error)).toBe(`LimitReached: ${message}`)
})

test('is found in what was thrown because of it', () => {
  const reached = new LimitReached({ scope: 'run', limit: 'steps', spent: 1, max: 1 })
  const wrapped = new Error('outer', { cause: new Error('inner', { cause: reached }) })
  expect([limitIn(reached), limitIn(wrapped)]).toEqual([reached, reached])
  expect([limitIn(new Error('other')), limitIn('steps'), limitIn(undefined)]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  expect(limitIn({ cause: reached })).toBeUndefined()
})

const prices = { date: '2026-01-02', input: 2, output: 5 }
const priced = { id: 'm', capabilities: { maxOutputTokens: 10, prices } }

test.each<[Limits, Parameters<typeof checkLimits>[1]]>([
  [{}, { id: 'm' }],
  [{ steps: 1, wallTimeMs: 0.5 }, { id: 'm' }],
  [{ steps: undefined, tokens: undefined }, { id: 'm' }],
  [{ tokens: 1 }, { id: 'm', capabilities: { maxOutputTokens: 10 } }],
  [{ costUsd: 0.01, tokens: 5 }, priced],
])('keeps %j', (limits, model) => {
  expect(() => checkLimits(limits, model)).not.toThrow()
})

test.each<[unknown, Parameters<typeof checkLimits>[1], string]>([
  [
    { cost: 1 },
    priced,
    'limits: there is no limit "cost": the limits are steps, tokens, costUsd, wallTimeMs',
  ],
  [{ steps: 0 }, priced, 'limits.steps must be a number above 0, found 0'],
  [{ steps: '5' }, priced, 'limits.steps must be a number above 0, found 5'],
  [{ tokens: Number.NaN }, priced, 'limits.tokens must be a number above 0, found NaN'],
  [{ costUsd: -1 }, priced, 'limits.costUsd must be a number above 0, found -1'],
  [
    { tokens: 1 },
    { id: 'm' },
    'limits.tokens: the longest reply of model m is not known; give the model maxOutputTokens',
  ],
  [
    { costUsd: 1, tokens: 1 },
    { id: 'm' },
    'limits.costUsd: the longest reply of model m is not known; give the model maxOutputTokens',
  ],
  [
    { costUsd: 1 },
    { id: 'm', capabilities: { maxOutputTokens: 1 } },
    'limits.costUsd: no prices of model m are known; give the model prices',
  ],
])('rejects %j', (limits, model, message) => {
  expect(() => checkLimits(limits as Limits, model)).toThrow(
    expect.objectContaining({ code: 'invalid-option', message }) as Error,
  )
})

test('names a limit as its door does', () => {
  const words = {
    name: (limit: string) => `--max-${limit}`,
    reply: 'give --max-reply',
    prices: 'give --prices',
  }
  expect(() => checkLimits({ tokens: 0 }, priced, words)).toThrow(
    '--max-tokens must be a number above 0, found 0',
  )
  expect(() => checkLimits({ tokens: 1 }, { id: 'm' }, words)).toThrow(
    '--max-tokens: the longest reply of model m is not known; give --max-reply',
  )
  const known = { id: 'm', capabilities: { maxOutputTokens: 1 } }
  expect(() => checkLimits({ costUsd: 1 }, known, words)).toThrow(
    '--max-costUsd: no prices of model m are known; give --prices',
  )
})
