import { expect, test } from 'vitest'
import { responseOf } from './message.ts'

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
