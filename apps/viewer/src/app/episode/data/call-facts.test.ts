import type { CallLine } from '@skill-state/eval'
import { expect, test } from 'vitest'
import { callFacts, environmentCallFacts, environmentSum } from './call-facts.ts'

const call: CallLine = {
  kind: 'call',
  step: 0,
  promptHash: '',
  promptChars: 12_345,
  reply: '',
  finishReason: 'stop',
  model: 'm',
  usage: {},
  durationMs: 2500,
}
const prices = { date: '2026-11-21', input: 2, cacheRead: 0.2, cacheWrite: 2.5, output: 8 }

test('each class of tokens is told, and what the call cost', () => {
  const usage = {
    inputTokens: 4000,
    cachedInputTokens: 3000,
    cacheWriteTokens: 500,
    outputTokens: 205,
    reasoningTokens: 0,
  }
  expect(callFacts({ ...call, usage }, prices)).toBe(
    'prompt 12,345 characters, 4,000 tokens in (3,000 read from the cache, 500 written to it), 205 out (0 reasoning), $0.0045, 2.5 s',
  )
})

test('what is not known is left out', () => {
  expect(callFacts(call, prices)).toBe('prompt 12,345 characters, 2.5 s')
  expect(callFacts({ ...call, usage: { inputTokens: 10, outputTokens: 1 } }, undefined)).toBe(
    'prompt 12,345 characters, 10 tokens in, 1 out, 2.5 s',
  )
})

test('an estimate says that it is one, and a response on record that nothing was sent', () => {
  const usage = { inputTokens: 1000, outputTokens: 0 }
  expect(callFacts({ ...call, usage, estimated: 'o200k_base', replayed: 'cache' }, prices)).toBe(
    'prompt 12,345 characters, ≈ 1,000 tokens in, ≈ 0 out, ≈ $0.0020 if it were sent, a response on record (cache): nothing was sent',
  )
})

test('of a call of the environment it is told who was asked, and how sure its figures are', () => {
  const usage = { inputTokens: 400, cachedInputTokens: 300, outputTokens: 12 }
  const asked = { model: 'somebody:a-user', usage, cost: 0.012 }
  const figures = '400 tokens in (300 read from the cache), 12 out, $0.012'
  expect(environmentCallFacts(asked)).toBe(`somebody:a-user, ${figures}`)
  expect(environmentCallFacts({ ...asked, replayed: 'recording' })).toBe(
    `somebody:a-user, ${figures} if it were sent, a response on record (recording): nothing was sent`,
  )
  expect(environmentCallFacts({ ...asked, usage: { inputTokens: 400 }, atMost: true })).toBe(
    'somebody:a-user, at most 400 tokens in, at most $0.012, what was charged is not known',
  )
  expect(environmentCallFacts({ model: 'somebody:a-user', usage: {}, atMost: true })).toBe(
    'somebody:a-user, what was charged is not known',
  )
})

test('the sum over calls of the environment omits unknown figures, and is undefined if nothing was asked', () => {
  expect(environmentSum({ calls: 3, inputTokens: 4000, outputTokens: 50, cost: 0.03 })).toBe(
    '3, 4,000 tokens in, 50 out, $0.030',
  )
  expect(environmentSum({ calls: 3 })).toBe('3')
  expect(environmentSum({ calls: 0, inputTokens: 0, outputTokens: 0, cost: 0 })).toBeUndefined()
  expect(environmentSum(undefined)).toBeUndefined()
})
