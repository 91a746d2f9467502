import type { ModelResponse } from '@skill-state/protocol'
import { at, textAt } from '../openai/_at.ts'
import { known } from '../openai/_known.ts'
import { type ErrorContext, failureInReply } from '../openai/errors.ts'
import { shown, unreadableResponse } from '../transport/failures.ts'
import { finishReasonOf } from './finish-reason.ts'
import { textOf } from './text.ts'
import type { Traits } from './traits.ts'
import { rawUsageOf, usageOf } from './usage.ts'

/**
 * A completion as a response. Throws `ProviderError` where it has no choice, or holds an error: OpenRouter answers
 * with status 200 and an error where a model fails after it has begun.
 */
export function toModelResponse(
  completion: unknown,
  asked: string,
  traits: Traits,
  context: ErrorContext,
): ModelResponse {
  const choice = at(completion, 'choices', 0)
  const error = at(completion, 'error') ?? at(choice, 'error')
  if (error !== undefined && error !== null) throw failureInReply(error, context)
  if (choice === undefined || choice === null) {
    throw unreadableResponse(`it has no choice: ${shown(completion)}`, context.secrets)
  }
  return {
    text: textOf(at(choice, 'message')),
    finishReason: finishReasonOf(choice),
    usage: usageOf(completion, traits),
    ...known({ rawUsage: rawUsageOf(completion) }),
    model: textAt(completion, 'model') ?? asked,
  }
}
