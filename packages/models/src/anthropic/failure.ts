import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import { scrub } from '../secrets/scrub.ts'
import type { Secret } from '../secrets/secret.ts'
import { connectionFailure, httpFailure, unreadableResponse } from '../transport/failures.ts'
import { ProviderError } from '../transport/provider-error.ts'
import type { HeadersLike } from '../transport/retry-after.ts'

/** Limits of spending that are answered with 429, like a limit of requests, but pass with no waiting. */
const spent: readonly JsonValue[] = ['contract_spend_limit_reached', 'enforced_spend_limit_reached']

/**
 * Any error of the SDK as a failure, without what the SDK keeps of the request. What a `SyntaxError` says is left out:
 * it quotes the text cut short, and so perhaps a part of a key.
 */
export function failureOf(error: unknown, secrets: readonly Secret[], now: number): ProviderError {
  if (error instanceof ProviderError) return error
  if (error instanceof SyntaxError) return unreadableResponse('it is not JSON', secrets)
  const response = responseIn(error)
  if (response === undefined) return connectionFailure(error, secrets)
  return refused(response, reasonOf(response.body) ?? messageOf(error), secrets, now)
}

/** The error that a batch has in the place of a message. */
export function refusedCall(error: JsonObject, secrets: readonly Secret[], now: number): ProviderError {
  const response = { status: statusOf(error.type), headers: new Headers(), body: error }
  return refused(response, reasonOf(error) ?? 'the provider does not say why', secrets, now)
}

function refused(
  { body, ...response }: ErrorResponse,
  reason: string,
  secrets: readonly Secret[],
  now: number,
): ProviderError {
  const failure = { ...response, reason, secrets, now }
  return httpFailure(isSpent(body) ? { ...failure, retryable: false } : failure)
}

function isSpent(error: JsonObject): boolean {
  return spent.includes(objectIn(error, 'details').error_code ?? null)
}

/** An error in place of a reply, or of the rest of one: the model was at work by then, so it may be charged. */
export function errorInReply(error: JsonObject, secrets: readonly Secret[]): ProviderError {
  const reason = reasonOf(error) ?? 'the provider does not say why'
  const message = scrub(`the reply was cut off: ${reason}`, secrets)
  const status = statusOf(error.type)
  const retryable = !(error.type !== undefined && LASTING.has(error.type)) && !isSpent(error)
  return new ProviderError(message, { status, retryable, mayBeCharged: true })
}

/** Errors that the same request would meet again, with the status that they have as a response. */
const LASTING: ReadonlyMap<JsonValue, number> = new Map([
  ['invalid_request_error', 400],
  ['authentication_error', 401],
  ['billing_error', 402],
  ['permission_error', 403],
  ['not_found_error', 404],
  ['request_too_large', 413],
])

/** The status that an error inside a stream would have had as a response. Source: the API's list of errors. */
function statusOf(type: JsonValue | undefined): number {
  if (type === 'rate_limit_error') return 429
  if (type === 'timeout_error') return 504
  if (type === 'overloaded_error') return 529
  return LASTING.get(type ?? null) ?? 500
}

/** What the provider says in an error's `type` and `message`. */
function reasonOf({ type, message }: JsonObject): string | undefined {
  if (typeof message !== 'string') return undefined
  return typeof type === 'string' ? `${type}: ${message}` : message
}

interface ErrorResponse {
  readonly status: number
  readonly headers: HeadersLike
  /** The `error` of the body. */
  readonly body: JsonObject
}

/** What the SDK's `APIError` has of a response. Read by its shape, so that the SDK is loaded only when it is used. */
function responseIn(error: unknown): ErrorResponse | undefined {
  if (!(error instanceof Error && 'status' in error && 'headers' in error)) return undefined
  const { status, headers } = error
  if (typeof status !== 'number' || !(headers instanceof Headers)) return undefined
  return { status, headers, body: 'error' in error ? objectIn(error.error, 'error') : {} }
}

/** What the SDK makes of a body that is no error of the API, without the status that it puts before it. */
function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.replace(/^\d{3} /, '') : String(error)
}

function objectIn(value: unknown, name: string): JsonObject {
  const inner = isJsonObject(value) ? value[name] : undefined
  return isJsonObject(inner) ? inner : {}
}
