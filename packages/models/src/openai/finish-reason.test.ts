import { expect, test } from 'vitest'
import { finishReasonOf } from './finish-reason.ts'

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
