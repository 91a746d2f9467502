import { expect, test } from 'vitest'
import { usageOf } from './usage.ts'

test('the four classes, and reasoning', () => {
  const raw = {
    input_tokens: 2000,
    input_tokens_details: { cached_tokens: 1024, cache_write_tokens: 512 },
    output_tokens: 300,
    output_tokens_details: { reasoning_tokens: 192 },
    total_tokens: 2300,
  }
  expect(usageOf(raw)).toEqual({
    inputTokens: 2000,
    cachedInputTokens: 1024,
    cacheWriteTokens: 512,
    outputTokens: 300,
    reasoningTokens: 192,
  })
})

test('zero is known', () => {
  const raw = { input_tokens: 7, input_tokens_details: { cached_tokens: 0 }, output_tokens: 1 }
  expect(usageOf(raw)).toEqual({ inputTokens: 7, cachedInputTokens: 0, outputTokens: 1 })
})

test.each([undefined, null, 'many', {}, { input_tokens: '7', output_tokens: -1 }, { input_tokens: 1.5 }])(
  'what %j does not say is absent',
  (raw) => expect(Object.keys(usageOf(raw))).toEqual([]),
)
