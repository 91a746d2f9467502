import { type FinishReason, known, type ModelResponse } from '@skill-state/protocol'
import { shown, unreadableResponse } from '../transport/failures.ts'
import { at, textAt } from '../values/at.ts'
import { type ErrorContext, failureInReply } from '../wire/openai-errors.ts'
import type { Traits } from '../wire/provider.ts'
import { textOf } from './text.ts'
import { rawUsageOf, usageOf } from './usage.ts'

/**
 * A completion as a response. `named`: the request had tools. Throws `ProviderError` if it has no choice or holds an error, as OpenRouter's
 * with status 200 if a model fails after it has begun.
 */
export function toModelResponse(
  completion: unknown,
  asked: string,
  traits: Traits,
  context: ErrorContext,
  named = false,
): ModelResponse {
  const choice = at(completion, 'choices', 0)
  const error = at(completion, 'error') ?? at(choice, 'error')
  if (error !== undefined && error !== null) throw failureInReply(error, context)
  if (choice === undefined || choice === null) {
    throw unreadableResponse(`it has no choice: ${shown(completion)}`, context.secrets)
  }
  return {
    text: textOf(at(choice, 'message'), named),
    finishReason: finishReasonOf(choice),
    usage: usageOf(completion, traits),
    ...known({ rawUsage: rawUsageOf(completion) }),
    model: textAt(completion, 'model') ?? asked,
  }
}

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
