import type { ModelResponse, Usage } from '@skill-state/protocol'
import { expect, test } from 'vitest'
import { Secret } from '../secrets/secret.ts'
import { accepted } from './accepted.ts'

const response: ModelResponse = { text: 'Go.', finishReason: 'stop', usage: {}, model: 'm' }
const key = new Secret('sk-0123456789abcdef')

test('a response goes through as it is', () => {
  const whole = { ...response, usage: { inputTokens: 3 }, rawUsage: { input: 3 } }
  expect(accepted(whole, key)).toEqual(whole)
  expect(accepted(response, undefined)).toEqual(response)
})

test.each<Partial<ModelResponse>>([
  { text: `You sent ${key.reveal()}` },
  { model: key.reveal() },
  { rawUsage: { note: key.reveal() } },
])('a response that repeats the key is no response', (part) => {
  expect(() => accepted({ ...response, ...part }, key)).toThrow(
    expect.objectContaining({ name: 'ProviderError', mayBeCharged: true }),
  )
  expect(() => accepted({ ...response, ...part }, key)).not.toThrow(key.reveal())
})

test("a word that stands for a server's key may be in a reply", () => {
  expect(accepted({ ...response, text: 'EMPTY' }, new Secret('EMPTY')).text).toBe('EMPTY')
})

test.each<[string, Usage, Usage]>([
  [
    'parts that fit',
    { inputTokens: 9, cachedInputTokens: 4, cacheWriteTokens: 5 },
    { inputTokens: 9, cachedInputTokens: 4, cacheWriteTokens: 5 },
  ],
  ['more read than there was', { inputTokens: 9, cachedInputTokens: 10 }, { inputTokens: 9 }],
  [
    'more read and written than there was',
    { inputTokens: 9, cachedInputTokens: 5, cacheWriteTokens: 5 },
    { inputTokens: 9 },
  ],
  ['more reasoning than output', { outputTokens: 9, reasoningTokens: 10 }, { outputTokens: 9 }],
  [
    'parts of an unknown whole',
    { cachedInputTokens: 5, reasoningTokens: 0 },
    { cachedInputTokens: 5, reasoningTokens: 0 },
  ],
])('usage: %s', (_, usage, expected) => {
  expect(accepted({ ...response, usage }, undefined).usage).toEqual(expected)
})

test('usage in words that are too many, or too deep, is not kept', () => {
  const deep = JSON.parse(`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)
  for (const rawUsage of [{ a: 'x'.repeat(20_001) }, deep]) {
    expect(accepted({ ...response, rawUsage }, key)).toEqual(response)
  }
})
