import {
  type FinishReason,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type ModelResponse,
  type Usage,
} from '@skill-state/protocol'
import type { Secret } from '../secrets/secret.ts'
import { shown, unreadableResponse } from '../transport/failures.ts'
import { known } from '../values/known.ts'
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
  const [first] = calls
  if (first !== undefined) return (named ? callText(calls) : undefined) ?? first.input
  return blocks
    .filter(({ type }) => type === 'text')
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('')
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
 * plus what was read from and what was written to the cache. `output_tokens` includes thinking. The API leaves its own
 * compactions out of these figures and lists them in `iterations`; they are charged, so they are added.
 */
export function usageOf(raw: JsonObject | undefined): Usage {
  if (raw === undefined) return {}
  const iterations = Array.isArray(raw.iterations) ? raw.iterations.filter(isJsonObject) : []
  const charged = [raw, ...iterations.filter(({ type }) => type === 'compaction')]
  const read = sumOf(charged, 'cache_read_input_tokens')
  const written = sumOf(charged, 'cache_creation_input_tokens')
  const rest = sumOf(charged, 'input_tokens')
  const { output_tokens_details: details } = raw
  const thinking = isJsonObject(details) ? tokens(details.thinking_tokens) : undefined
  return known({
    inputTokens: rest === undefined ? undefined : rest + (read ?? 0) + (written ?? 0),
    cachedInputTokens: read,
    cacheWriteTokens: written,
    outputTokens: sumOf(charged, 'output_tokens'),
    reasoningTokens: thinking,
  })
}

/** The sum of a figure; undefined if the message itself does not say it. */
function sumOf([message, ...compactions]: readonly JsonObject[], figure: string): number | undefined {
  const own = tokens(message?.[figure])
  return own === undefined
    ? undefined
    : compactions.reduce((sum, each) => sum + (tokens(each[figure]) ?? 0), own)
}

function tokens(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
}
