import { expect, test } from 'vitest'
import { finishReasonOf, responseOf, usageOf } from './message.ts'

const usage = { input_tokens: 3, output_tokens: 4, service_tier: 'standard' }
const message = { model: 'claude-x-20260101', stop_reason: 'end_turn', usage }

test('joins the text and leaves thinking out', () => {
  const content = [
    { type: 'thinking', thinking: 'Hm.', signature: 's' },
    { type: 'text', text: 'Go ' },
    { type: 'redacted_thinking', data: '…' },
    { type: 'text', text: 'north.' },
  ]
  expect(responseOf({ ...message, content }, 'claude-x', [])).toEqual({
    text: 'Go north.',
    finishReason: 'stop',
    usage: { inputTokens: 3, outputTokens: 4 },
    rawUsage: usage,
    model: 'claude-x-20260101',
  })
})

test('the input of a tool is the text, as JSON', () => {
  const input = JSON.parse('{"action":"wait","__proto__":{"a":1}}')
  const content = [
    { type: 'text', text: 'I call it.' },
    { type: 'tool_use', name: 'reply', input },
  ]
  expect(responseOf({ ...message, content }, 'x', []).text).toBe('{"action":"wait","__proto__":{"a":1}}')
})

test('names the model asked for, and no usage, where the message does not say', () => {
  expect(responseOf({ content: [] }, 'claude-x', [])).toEqual({
    text: '',
    finishReason: 'other',
    usage: {},
    model: 'claude-x',
  })
})

test.each([
  [{ detail: 'out of credit' }, 'out of credit'],
  [{ error: 'no such deployment' }, 'no such deployment'],
])('%j instead of a message keeps its words', (value, words) => {
  expect(() => responseOf(value, 'x', [])).toThrow(words)
})

test.each([undefined, null, 'a page of a proxy', [], {}, { content: 'text' }])(
  '%j is no message',
  (value) => {
    expect(() => responseOf(value, 'x', [])).toThrow(
      expect.objectContaining({ retryable: true, mayBeCharged: true }),
    )
  },
)

test.each([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['tool_use', 'stop'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['refusal', 'refusal'],
  ['pause_turn', 'other'],
  ['a reason of next year', 'other'],
  [null, 'other'],
  [undefined, 'other'],
])('%s is %s', (stopReason, expected) => {
  expect(finishReasonOf(stopReason)).toBe(expected)
})

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
