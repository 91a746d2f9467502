import { type FinishReason, isJsonObject, known, type ModelResponse, type Usage } from '@skill-state/protocol'
import { shown, unreadableResponse } from '../transport/failures.ts'
import { at, listAt, textAt, tokensAt } from '../values/at.ts'
import { callText, type NamedCall } from '../wire/call-text.ts'
import { type ErrorContext, failureInReply } from '../wire/openai-errors.ts'

/** `named` says that the request had tools, so that a call is told with its name. Throws `ProviderError` for no response, or a failed one. */
export function toModelResponse(
  response: unknown,
  asked: string,
  context: ErrorContext,
  named = false,
): ModelResponse {
  const error = at(response, 'error')
  if (isJsonObject(error) || typeof error === 'string' || at(response, 'status') === 'failed')
    throw failureInReply(error, context)
  if (!Array.isArray(at(response, 'output'))) {
    throw unreadableResponse(`it has no list of outputs: ${shown(response)}`, context.secrets)
  }
  const rawUsage = at(response, 'usage')
  return {
    text: (named ? callText(callsOf(response), saidIn(response)) : undefined) ?? textOf(response),
    finishReason: finishReasonOf(response),
    usage: usageOf(rawUsage),
    ...known({ rawUsage: isJsonObject(rawUsage) ? rawUsage : undefined }),
    model: textAt(response, 'model') ?? asked,
  }
}

/** The text of a response's messages, without commentary; else the arguments of its function call; else what it says in refusal. */
export function textOf(response: unknown): string {
  const text = saidIn(response)
  if (text !== '') return text
  const call = listAt(response, 'output').find((item) => at(item, 'type') === 'function_call')
  return textAt(call, 'arguments') ?? refusalOf(response) ?? ''
}

function saidIn(response: unknown): string {
  const parts = listAt(response, 'output')
    .filter(isAnswer)
    .flatMap((item) => listAt(item, 'content'))
  return parts.map((part) => (at(part, 'type') === 'output_text' ? textAt(part, 'text') : '')).join('')
}

function callsOf(response: unknown): readonly NamedCall[] {
  const calls = listAt(response, 'output').filter((item) => at(item, 'type') === 'function_call')
  return calls.map((call) => ({ name: textAt(call, 'name') ?? '', input: textAt(call, 'arguments') ?? '' }))
}

export function refusalOf(response: unknown): string | undefined {
  const parts = listAt(response, 'output').flatMap((item) => listAt(item, 'content'))
  const refusals = parts.filter((part) => at(part, 'type') === 'refusal')
  return refusals.length === 0 ? undefined : refusals.map((part) => textAt(part, 'refusal')).join('')
}

function isAnswer(item: unknown): boolean {
  return at(item, 'type') === 'message' && at(item, 'phase') !== 'commentary'
}

/** Why a response of the Responses API ended. What a content filter stops counts as a refusal. */
export function finishReasonOf(response: unknown): FinishReason {
  const reason = at(response, 'incomplete_details', 'reason')
  if (reason === 'max_output_tokens') return 'length'
  if (reason === 'content_filter' || refusalOf(response) !== undefined) return 'refusal'
  return at(response, 'status') === 'completed' ? 'stop' : 'other'
}

/** Usage of the Responses API: `input_tokens` counts what was read from and written to the cache too, `output_tokens` reasoning too. */
export function usageOf(raw: unknown): Usage {
  return known({
    inputTokens: tokensAt(raw, 'input_tokens'),
    cachedInputTokens: tokensAt(raw, 'input_tokens_details', 'cached_tokens'),
    cacheWriteTokens: tokensAt(raw, 'input_tokens_details', 'cache_write_tokens'),
    outputTokens: tokensAt(raw, 'output_tokens'),
    reasoningTokens: tokensAt(raw, 'output_tokens_details', 'reasoning_tokens'),
  })
}
