import { expect, test } from 'vitest'
import { SkillStateError } from '../errors.ts'
import { attemptIn, lastAttempt, maxCharge, parseUsage, usedCharge } from './charge.ts'

test.each([
  { inputTokens: 0, outputTokens: 0 },
  { inputTokens: 10, cachedInputTokens: 4, cacheWriteTokens: 6, outputTokens: 3, reasoningTokens: 3 },
  { inputTokens: 10 },
  { outputTokens: 10 },
])('takes usage that can be true as it is: %j', (usage) => {
  expect(parseUsage(usage)).toEqual(usage)
})

test.each([
  [{ inputTokens: 1.5, outputTokens: 2 }, { outputTokens: 2 }],
  [{ inputTokens: -1, outputTokens: 2 }, { outputTokens: 2 }],
  [{ inputTokens: 2 ** 60, outputTokens: 2 }, { outputTokens: 2 }],
  [{ inputTokens: true, outputTokens: '2' }, {}],
  [{ inputTokens: 10, cachedInputTokens: 5, cacheWriteTokens: 6 }, {}],
  [{ inputTokens: 10, cacheWriteTokens: 11 }, {}],
  [{ outputTokens: 2, reasoningTokens: 3 }, {}],
  [null, {}],
])('leaves out of %j what cannot be true', (usage, left) => {
  expect(parseUsage(usage)).toEqual(left)
})

const prices = { date: '2026-01-02', input: 2, output: 5 }

test('counts as the most what is not known', () => {
  expect(maxCharge({ inputTokens: 10, outputTokens: 5 }, {})).toEqual({ tokens: 15, costUsd: Infinity })
  expect(maxCharge({ inputTokens: 10 }, { prices })).toEqual({ tokens: Infinity, costUsd: Infinity })
  expect(maxCharge({ inputTokens: 1e6, outputTokens: 1e6 }, { prices })).toMatchObject({
    tokens: 2e6,
    costUsd: 7,
  })
})

test('charges what a response says that it used', () => {
  const usage = { inputTokens: 1e6, outputTokens: 1e6 }
  expect(usedCharge(usage, { prices })).toEqual({ tokens: 2e6, costUsd: 7, usage })
  expect(usedCharge(usage, {})).toEqual({ tokens: 2e6, costUsd: 0, usage })
  expect(usedCharge({ inputTokens: 0, outputTokens: 0 }, { prices })).toMatchObject({ tokens: 0, costUsd: 0 })
  expect([usedCharge({ inputTokens: 1 }, {}), usedCharge({ outputTokens: 1 }, {})]).toEqual([
    undefined,
    undefined,
  ])
})

const failure = (mayBeCharged: unknown): Error => Object.assign(new Error('reset\nmore'), { mayBeCharged })
const wrapped = (code: 'model-failed' | 'invalid-option', cause?: Error): Error =>
  new SkillStateError(code, 'no reply\nmore', { cause })
const aborted = AbortSignal.abort()
const free = { code: 'model-failed', message: 'no reply\nmore', mayBeCharged: false }

test('finds the request that failed', () => {
  const attempt = failure(false)
  expect(attemptIn(new Error('outer', { cause: wrapped('model-failed', attempt) }))).toBe(attempt)
  expect(attemptIn(failure('no'))).toBeUndefined()
  expect(attemptIn({ mayBeCharged: true })).toBeUndefined()
})

test.each([
  ['a failed request', wrapped('model-failed', failure(false)), undefined, free],
  [
    'one that may be charged',
    wrapped('model-failed', failure(true)),
    undefined,
    { ...free, mayBeCharged: true },
  ],
  ['a refusal before the request', wrapped('invalid-option'), undefined, undefined],
  [
    'a failed request of another code',
    wrapped('invalid-option', failure(false)),
    undefined,
    { ...free, code: 'invalid-option' },
  ],
  [
    'a failure without a request',
    wrapped('model-failed'),
    undefined,
    { code: 'model-failed', message: 'no reply', mayBeCharged: true },
  ],
  [
    'a foreign error',
    new Error('odd\nmore'),
    undefined,
    { code: 'model-failed', message: 'odd', mayBeCharged: true },
  ],
  ['what is no error', 'odd', undefined, { code: 'model-failed', message: 'odd', mayBeCharged: true }],
  [
    'an aborted request',
    wrapped('invalid-option'),
    aborted,
    { code: 'model-failed', message: 'no reply', mayBeCharged: true },
  ],
])('counts the last attempt of %s', (_, error, signal, expected) => {
  expect(lastAttempt(error, signal)).toEqual(expected)
})
