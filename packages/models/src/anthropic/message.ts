import { isJsonObject, type JsonObject, type JsonValue, type ModelResponse } from '@skill-state/protocol'
import { shown, unreadableResponse } from '../transport/failures.ts'
import type { Secret } from '../transport/secret.ts'
import { errorInReply } from './failure.ts'
import { finishReasonOf } from './finish-reason.ts'
import { usageOf } from './usage.ts'

/**
 * A message of the API as a response. Its text is the input of the first tool it calls, as JSON, or else its text
 * blocks joined; thinking is no part of it. Throws a `ProviderError` where it is an error, or no message.
 */
export function responseOf(message: unknown, askedFor: string, secrets: readonly Secret[]): ModelResponse {
  if (isJsonObject(message) && isJsonObject(message.error)) throw errorInReply(message.error, secrets)
  if (!isJsonObject(message) || !Array.isArray(message.content)) {
    throw unreadableResponse(`it is no message of the Messages API: ${shown(message)}`, secrets)
  }
  const { model, usage } = message
  const rawUsage = isJsonObject(usage) ? usage : undefined
  return {
    text: textOf(message.content.filter(isJsonObject)),
    finishReason: finishReasonOf(message.stop_reason),
    usage: usageOf(rawUsage),
    ...(rawUsage === undefined ? {} : { rawUsage }),
    model: typeof model === 'string' && model !== '' ? model : askedFor,
  }
}

function textOf(blocks: readonly JsonObject[]): string {
  const tool = blocks.find(({ type }) => type === 'tool_use')
  if (tool !== undefined) return inputText(tool.input)
  return blocks
    .filter(({ type }) => type === 'text')
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('')
}

/** A text is the input of a call that was cut off in a stream: it is no JSON. */
function inputText(input: JsonValue | undefined): string {
  return typeof input === 'string' ? input : JSON.stringify(input ?? {})
}
