import type { FinishReason, JsonValue } from '@skill-state/protocol'

/** The API's `stop_reason` in the project's words; what is not known, and a paused turn, is `other`. */
export function finishReasonOf(stopReason: JsonValue | undefined): FinishReason {
  switch (stopReason) {
    case 'end_turn':
    case 'stop_sequence':
    case 'tool_use':
      return 'stop'
    case 'max_tokens':
    case 'model_context_window_exceeded':
      return 'length'
    case 'refusal':
      return 'refusal'
    default:
      return 'other'
  }
}
