import type { FinishReason } from '@skill-state/protocol'
import { at } from './_at.ts'
import { refusalOf } from './text.ts'

/** Why a response of the Responses API ended. What a content filter stops counts as a refusal. */
export function finishReasonOf(response: unknown): FinishReason {
  const reason = at(response, 'incomplete_details', 'reason')
  if (reason === 'max_output_tokens') return 'length'
  if (reason === 'content_filter' || refusalOf(response) !== undefined) return 'refusal'
  return at(response, 'status') === 'completed' ? 'stop' : 'other'
}
