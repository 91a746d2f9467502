import { expect, test } from 'vitest'
import { finishReasonOf, refusalOf, textOf, usageOf } from './response.ts'

const text = (value: string) => ({ type: 'output_text', text: value, annotations: [] })
const message = (content: readonly object[], rest: object = {}) => ({ type: 'message', content, ...rest })
const call = (args: string) => ({ type: 'function_call', name: 'answer', arguments: args })

test.each([
  ['all parts of all messages', [message([text('a'), text('b')]), message([text('c')])], 'abc'],
  ['nothing of the reasoning', [{ type: 'reasoning', summary: [{ text: 'hm' }] }, message([text('a')])], 'a'],
  [
    'no commentary',
    [message([text('well')], { phase: 'commentary' }), message([text('a')], { phase: 'final_answer' })],
    'a',
  ],
  ['the arguments of a call', [call('{"a":1}')], '{"a":1}'],
  ['text before a call', [call('{}'), message([text('a')])], 'a'],
  ['a refusal', [message([{ type: 'refusal', refusal: 'no' }])], 'no'],
  ['nothing', [], ''],
  ['nothing in unknown items', [null, 'x', { type: 'message' }, { type: 'message', content: [3] }], ''],
])('%s', (_, output, expected) => expect(textOf({ output })).toBe(expected))

test('a refusal without words is one', () => {
  expect(refusalOf({ output: [message([{ type: 'refusal', refusal: '' }])] })).toBe('')
  expect(refusalOf({ output: [message([text('no')])] })).toBeUndefined()
})

const refusal = [{ type: 'message', content: [{ type: 'refusal', refusal: 'no' }] }]

test.each([
  [{ status: 'completed', incomplete_details: null, output: [] }, 'stop'],
  [{ status: 'completed', output: refusal }, 'refusal'],
  [{ status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }, 'length'],
  [{ status: 'incomplete', incomplete_details: { reason: 'content_filter' } }, 'refusal'],
  [{ status: 'incomplete', incomplete_details: { reason: 'steered' } }, 'other'],
  [{ status: 'incomplete', incomplete_details: null }, 'other'],
  [{ status: 'cancelled' }, 'other'],
  [{}, 'other'],
])('%j ends with %s', (response, expected) => expect(finishReasonOf(response)).toBe(expected))

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
