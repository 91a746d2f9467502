import { expect, test } from 'vitest'
import { finishReasonOf } from './response.ts'

test.each([
  ['stop', 'stop'],
  ['STOP', 'stop'],
  ['tool_calls', 'stop'],
  ['function_call', 'stop'],
  ['length', 'length'],
  ['model_length', 'length'],
  ['content_filter', 'refusal'],
  ['content_filter: PROHIBITED_CONTENT', 'refusal'],
  ['constructor', 'other'],
  ['insufficient_system_resource', 'other'],
  [null, 'other'],
  [undefined, 'other'],
])('%s is %s', (finish_reason, expected) => expect(finishReasonOf({ finish_reason })).toBe(expected))

test('a refusal in the message is one', () => {
  expect(finishReasonOf({ finish_reason: 'stop', message: { refusal: 'no' } })).toBe('refusal')
  expect(finishReasonOf({ finish_reason: 'stop', message: { refusal: null } })).toBe('stop')
})
