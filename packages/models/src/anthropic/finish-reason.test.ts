import { expect, test } from 'vitest'
import { finishReasonOf } from './finish-reason.ts'

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
