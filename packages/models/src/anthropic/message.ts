import { type FinishReason, isJsonObject, known, type ModelResponse, type Usage } from '@skill-state/protocol'
import type { Secret } from '../secrets/secret.ts'
import { shown, unreadableResponse } from '../transport/failures.ts'
import { at, listAt, textAt, tokensAt } from '../values/at.ts'
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
  const error = at(message, 'error')
  if (isJsonObject(error)) throw errorInReply(error, secrets)
  if (!Array.isArray(at(message, 'content')))
    throw unreadableResponse(`it is not a message of the Messages API: ${shown(message)}`, secrets)
  const rawUsage = at(message, 'usage')
  return {
    text: textOf(listAt(message, 'content'), named),
    finishReason: finishReasonOf(at(message, 'stop_reason')),
    usage: usageOf(rawUsage),
    ...known({ rawUsage: isJsonObject(rawUsage) ? rawUsage : undefined }),
    model: textAt(message, 'model') ?? askedFor,
  }
}

function textOf(blocks: readonly unknown[], named: boolean): string {
  const ofType = (type: string) => blocks.filter((block) => at(block, 'type') === type)
  const calls = ofType('tool_use').map((block) => ({
    name: textAt(block, 'name') ?? '',
    input: inputText(at(block, 'input')),
  }))
  const said = ofType('text').map((block) => textAt(block, 'text') ?? '')
  return (named ? callText(calls, said.join('')) : calls[0]?.input) ?? said.join('')
}

/** A text is the input of a call that was cut off in a stream: it is not JSON. */
function inputText(input: unknown): string {
  return typeof input === 'string' ? input : JSON.stringify(input ?? {})
}

const REASONS: ReadonlyMap<unknown, FinishReason> = new Map([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['tool_use', 'stop'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['refusal', 'refusal'],
])

/** The API's `stop_reason` in the project's words; what is not known, and a paused turn, is `other`. */
export function finishReasonOf(stopReason: unknown): FinishReason {
  return REASONS.get(stopReason) ?? 'other'
}

/**
 * Usage as the project counts it. The API's `input_tokens` is only what no cache had to do with: all input is that,
 * plus what was read from and what was written to the cache. `output_tokens` includes thinking.
 */
export function usageOf(raw: unknown): Usage {
  const read = tokensAt(raw, 'cache_read_input_tokens')
  const written = tokensAt(raw, 'cache_creation_input_tokens')
  const rest = tokensAt(raw, 'input_tokens')
  return known({
    inputTokens: rest === undefined ? undefined : rest + (read ?? 0) + (written ?? 0),
    cachedInputTokens: read,
    cacheWriteTokens: written,
    outputTokens: tokensAt(raw, 'output_tokens'),
    reasoningTokens: tokensAt(raw, 'output_tokens_details', 'thinking_tokens'),
  })
}
