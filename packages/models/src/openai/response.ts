import { isJsonObject, type JsonObject, type ModelResponse } from '@skill-state/protocol'
import { shown, unreadableResponse } from '../transport/failures.ts'
import { at, textAt } from './_at.ts'
import { type ErrorContext, failureInReply } from './errors.ts'
import { finishReasonOf } from './finish-reason.ts'
import { textOf } from './text.ts'
import { usageOf } from './usage.ts'

/** A response of the Responses API. Throws `ProviderError` where it is none, or says that it failed. */
export function toModelResponse(response: unknown, asked: string, context: ErrorContext): ModelResponse {
  const error = at(response, 'error')
  if (isJsonObject(error) || typeof error === 'string' || at(response, 'status') === 'failed')
    throw failureInReply(error, context)
  if (!Array.isArray(at(response, 'output'))) {
    throw unreadableResponse(`it has no list of outputs: ${shown(response)}`, context.secrets)
  }
  const rawUsage = at(response, 'usage')
  return {
    text: textOf(response),
    finishReason: finishReasonOf(response),
    usage: usageOf(rawUsage),
    ...(isJsonObject(rawUsage) ? { rawUsage: rawUsage as JsonObject } : {}),
    model: textAt(response, 'model') ?? asked,
  }
}
