import { expect, test } from 'vitest'
import { usageOf } from './usage.ts'

test('adds what was read from and written to the cache to the input', () => {
  const raw = {
    input_tokens: 50,
    cache_read_input_tokens: 1000,
    cache_creation_input_tokens: 200,
    output_tokens: 300,
    output_tokens_details: { thinking_tokens: 120 },
  }
  expect(usageOf(raw)).toEqual({
    inputTokens: 1250,
    cachedInputTokens: 1000,
    cacheWriteTokens: 200,
    outputTokens: 300,
    reasoningTokens: 120,
  })
})

test('leaves out what is not said', () => {
  const raw = { input_tokens: 5, cache_read_input_tokens: null, output_tokens_details: null }
  expect(usageOf(raw)).toEqual({ inputTokens: 5 })
  expect(usageOf({ cache_read_input_tokens: 7 })).toEqual({ cachedInputTokens: 7 })
  expect(usageOf(undefined)).toEqual({})
})

test.each([-1, 1.5, '12', {}])('takes %j for no count', (count) => {
  expect(usageOf({ output_tokens: count, output_tokens_details: { thinking_tokens: count } })).toEqual({})
})
