import type { FinishReason } from '@skill-state/protocol'
import { at, textAt } from '../openai/_at.ts'

/** By the words of OpenAI, and of the providers that have others. */
const reasons: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  tool_calls: 'stop',
  function_call: 'stop',
  length: 'length',
  model_length: 'length',
  max_tokens: 'length',
  content_filter: 'refusal',
  refusal: 'refusal',
}

/** Why a choice ended. A message with a refusal is one, whatever the reason given. */
export function finishReasonOf(choice: unknown): FinishReason {
  if (textAt(choice, 'message', 'refusal') !== undefined) return 'refusal'
  const given = at(choice, 'finish_reason')
  // Gemini adds what its filter objects to: `content_filter: SAFETY`.
  const word = typeof given === 'string' ? given.replace(/:.*/s, '').toLowerCase() : ''
  return (Object.hasOwn(reasons, word) ? reasons[word] : undefined) ?? 'other'
}
