import {
  type FinishReason,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  known,
  type ModelResponse,
  type Usage,
} from '@skill-state/protocol'
import type { Secret } from '../secrets/secret.ts'
import { shown, unreadableResponse } from '../transport/failures.ts'
import { callText } from '../wire/call-text.ts'
import { errorInReply } from './failure.ts'

/**
 * A message of the API as a response. Its text is the input of the first tool it calls, as JSON, or else its text
 * blocks joined; thinking is no part of it. `named` says that the request had tools, so that calls are told with their
 * names. Throws a `ProviderError` if it is an error, or no message.
 */
export function responseOf(
  message: unknown,
  askedFor: string,
  secrets: readonly Secret[],
  named = false,
): ModelResponse {
  if (isJsonObject(message) && isJsonObject(message.error)) throw errorInReply(message.error, secrets)
  if (!isJsonObject(message) || !Array.isArray(message.content)) {
    throw unreadableResponse(`it is not a message of the Messages API: ${shown(message)}`, secrets)
  }
  const { model, usage } = message
  const rawUsage = isJsonObject(usage) ? usage : undefined
  return {
    text: textOf(message.content.filter(isJsonObject), named),
    finishReason: finishReasonOf(message.stop_reason),
    usage: usageOf(rawUsage),
    ...known({ rawUsage }),
    model: typeof model === 'string' && model !== '' ? model : askedFor,
  }
}

function textOf(blocks: readonly JsonObject[], named: boolean): string {
  const tools = blocks.filter(({ type }) => type === 'tool_use')
  const calls = tools.map(({ name, input }) => ({
    name: typeof name === 'string' ? name : '',
    input: inputText(input),
  }))
  const said = blocks
    .filter(({ type }) => type === 'text')
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('')
  return (named ? callText(calls, said) : calls[0]?.input) ?? said
}

/** A text is the input of a call that was cut off in a stream: it is not JSON. */
function inputText(input: JsonValue | undefined): string {
  return typeof input === 'string' ? input : JSON.stringify(input ?? {})
}

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

/**
 * Usage as the project counts it. The API's `input_tokens` is only what no cache had to do with: all input is that,
 * plus what was read from and what was written to the cache. `output_tokens` includes thinking.
 */
export function usageOf(raw: JsonObject | undefined): Usage {
  if (raw === undefined) return {}
  const [read, written] = [tokens(raw.cache_read_input_tokens), tokens(raw.cache_creation_input_tokens)]
  const rest = tokens(raw.input_tokens)
  const { output_tokens_details: details } = raw
  return known({
    inputTokens: rest === undefined ? undefined : rest + (read ?? 0) + (written ?? 0),
    cachedInputTokens: read,
    cacheWriteTokens: written,
    outputTokens: tokens(raw.output_tokens),
    reasoningTokens: isJsonObject(details) ? tokens(details.thinking_tokens) : undefined,
  })
}

function tokens(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
}
