import { expect, test } from 'vitest'
import { traitsOf } from './request.ts'
import { rawUsageOf, usageOf } from './usage.ts'

test.each([
  [
    'openrouter',
    {
      prompt_tokens: 194,
      completion_tokens: 20,
      total_tokens: 214,
      prompt_tokens_details: { cached_tokens: 50, cache_write_tokens: 100 },
      completion_tokens_details: { reasoning_tokens: 5 },
      cost: 0.95,
    },
    { inputTokens: 194, cachedInputTokens: 50, cacheWriteTokens: 100, outputTokens: 20, reasoningTokens: 5 },
  ],
  [
    'deepseek',
    {
      prompt_tokens: 100,
      prompt_cache_hit_tokens: 64,
      prompt_cache_miss_tokens: 36,
      completion_tokens: 9,
      completion_tokens_details: { reasoning_tokens: 4 },
      total_tokens: 109,
    },
    { inputTokens: 100, cachedInputTokens: 64, outputTokens: 9, reasoningTokens: 4 },
  ],
  [
    'gemini',
    { prompt_tokens: 758, completion_tokens: 102, total_tokens: 1725 },
    { inputTokens: 758, outputTokens: 967, reasoningTokens: 865 },
  ],
  [
    'gemini',
    { prompt_tokens: 7, completion_tokens: 8, total_tokens: 15 },
    { inputTokens: 7, outputTokens: 8 },
  ],
  [
    'xai',
    {
      prompt_tokens: 10120,
      completion_tokens: 1499,
      total_tokens: 14428,
      prompt_tokens_details: { cached_tokens: 128 },
      completion_tokens_details: { reasoning_tokens: 2809 },
    },
    { inputTokens: 10120, cachedInputTokens: 128, outputTokens: 4308, reasoningTokens: 2809 },
  ],
  [
    'xai',
    { prompt_tokens: 5, completion_tokens: 1, completion_tokens_details: { reasoning_tokens: 3 } },
    { inputTokens: 5, outputTokens: 4, reasoningTokens: 3 },
  ],
  ['gemini', { prompt_tokens: 5 }, { inputTokens: 5 }],
  [
    'gemini',
    { prompt_tokens: 10, completion_tokens: 5, total_tokens: 3 },
    { inputTokens: 10, outputTokens: 5 },
  ],
  [
    'vllm',
    { prompt_tokens: 9, completion_tokens: 2, total_tokens: 11, prompt_tokens_details: null },
    { inputTokens: 9, outputTokens: 2 },
  ],
  [
    'ollama',
    { prompt_tokens: 26, completion_tokens: 298, total_tokens: 324 },
    { inputTokens: 26, outputTokens: 298 },
  ],
])('%s: %j', (provider, usage, expected) => {
  const completion = { usage }
  const answer = usageOf(completion, traitsOf(provider))
  expect(answer).toEqual(expected)
  expect(Object.values(answer)).not.toContain(undefined)
  expect(rawUsageOf(completion)).toEqual(usage)
})

test("llama.cpp's timings know what the cache gave", () => {
  const usage = { prompt_tokens: 40, completion_tokens: 8, total_tokens: 48 }
  const timings = { cache_n: 30, prompt_n: 10, predicted_n: 8 }
  const completion = { usage, timings }
  expect(usageOf(completion, traitsOf('llamacpp'))).toEqual({
    inputTokens: 40,
    cachedInputTokens: 30,
    outputTokens: 8,
  })
  expect(rawUsageOf(completion)).toEqual({ ...usage, timings })
})

test("Groq's usage in streams", () => {
  const usage = { prompt_tokens: 4, completion_tokens: 2 }
  expect(usageOf({ x_groq: { usage } }, traitsOf('groq'))).toEqual({ inputTokens: 4, outputTokens: 2 })
})

test.each([{}, { usage: null }, { usage: 'x' }])('%j says nothing', (completion) => {
  expect(Object.keys(usageOf(completion, traitsOf('vllm')))).toEqual([])
  expect(Object.keys(usageOf(completion, traitsOf('gemini')))).toEqual([])
  expect(rawUsageOf(completion)).toBeUndefined()
})
