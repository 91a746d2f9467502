import { known } from '@skill-state/protocol'
import { scrub } from '../secrets/scrub.ts'
import type { Secret } from '../secrets/secret.ts'
import {
  connectionFailure,
  type HeadersLike,
  httpFailure,
  shown,
  unreadableResponse,
} from '../transport/failures.ts'
import { ProviderError } from '../transport/provider-error.ts'
import { at, listAt, textAt } from '../values/at.ts'

export interface ErrorContext {
  readonly secrets: readonly Secret[]
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Codes of errors that the same request would meet again, whatever the status. */
const lasting: readonly unknown[] = [
  'insufficient_quota',
  'billing_hard_limit_reached',
  'invalid_prompt',
  'invalid_request_error',
  'context_length_exceeded',
  'content_policy_violation',
  'bio_policy',
  'misalignment_policy_violation',
  'data_residency_mismatch',
]

/** What the SDK throws as a failure, known by its shape, so that the SDK need not be loaded. Keeps none of its headers. */
export function toProviderError(error: unknown, context: ErrorContext): ProviderError {
  if (error instanceof ProviderError) return error
  if (error instanceof SyntaxError) return unreadableResponse('an event is not JSON', context.secrets)
  if (isMisread(error)) return unreadableResponse('it is not what the API documents', context.secrets)
  const [status, body] = [at(error, 'status'), at(error, 'error')]
  const isOfApi = error instanceof Error && 'status' in error && 'error' in error && 'headers' in error
  if (!isOfApi || (typeof status !== 'number' && body === undefined))
    return connectionFailure(error, context.secrets)
  if (typeof status !== 'number') return failureInReply(body, context)
  const headers = error.headers instanceof Headers ? error.headers : undefined
  return refusedCall(status, { headers, body, message: error.message }, context)
}

/** What a provider answers with a status that says no, and the `error` of the body. */
export function refusedCall(
  status: number,
  { headers, body, message }: { headers: HeadersLike | undefined; body: unknown; message: string },
  context: ErrorContext,
): ProviderError {
  const detail = at(body, 0, 'error') ?? body
  return httpFailure({
    ...context,
    status,
    headers: withDelay(headers, detail),
    reason: reasonOf(detail) ?? withoutStatus(message),
    ...known({ retryable: isLasting(detail) || status === 501 ? false : undefined }),
  })
}

/** Whether the SDK stumbled over what it read: errors of `fetch` are of the same class, but have a cause. */
function isMisread(error: unknown): boolean {
  return error instanceof TypeError && error.cause === undefined
}

/**
 * An error that came in place of the rest of a reply, in a stream or with status 200. The model was at work by then,
 * so it may be charged. `code` is a status with some providers, a word with others.
 */
export function failureInReply(error: unknown, context: ErrorContext): ProviderError {
  const status = statusOf(at(error, 'code'))
  const reason = reasonOf(error) ?? 'the provider gave up without a reason'
  if (status === undefined) {
    const message = scrub(`failed in the middle of the reply: ${reason}`, context.secrets)
    return new ProviderError(message, { retryable: !isLasting(error), mayBeCharged: true })
  }
  const { message, retryable } = httpFailure({ ...context, status, headers: new Headers(), reason })
  return new ProviderError(message, { status, retryable, mayBeCharged: true })
}

function statusOf(code: unknown): number | undefined {
  if (code === 'rate_limit_exceeded') return 429
  if (code === 'server_error') return 500
  const status = typeof code === 'string' ? Number(code) : code
  return typeof status === 'number' && status >= 400 && status < 600 ? status : undefined
}

function isLasting(error: unknown): boolean {
  return lasting.includes(at(error, 'code')) || lasting.includes(at(error, 'type'))
}

function reasonOf(error: unknown): string | undefined {
  if (typeof error === 'string') return error
  const message = textAt(error, 'message')
  const code = textAt(error, 'code')
  const cause = causeOf(error)
  const own =
    message === undefined || code === undefined || message.includes(code)
      ? (message ?? code)
      : `${message} (${code})`
  return own === undefined || cause === undefined || own.includes(cause) ? (own ?? cause) : `${own}: ${cause}`
}

/** What OpenRouter adds of the provider behind it: that provider's own words. */
function causeOf(error: unknown): string | undefined {
  const raw = at(error, 'metadata', 'raw')
  if (typeof raw === 'object' && raw !== null) return shown(raw)
  return textAt(error, 'metadata', 'raw')
}

/** A message of the SDK without the status that it begins with. A page of HTML says nothing in one line. */
function withoutStatus(message: string): string {
  const rest = message.replace(/^\d{3} /, '')
  return /^\s*</.test(rest) ? 'an HTML page instead of an error message' : rest
}

/** Gemini says in the body how long to wait: `details` with a `retryDelay` such as `36s`. */
function withDelay(headers: HeadersLike | undefined, error: unknown): HeadersLike {
  const delay = listAt(error, 'details')
    .map((detail) => /^([\d.]+)s$/.exec(textAt(detail, 'retryDelay') ?? '')?.[1])
    .find((seconds) => seconds !== undefined)
  return {
    get: (name) => headers?.get(name) ?? (name === 'retry-after' ? (delay ?? null) : null),
  }
}
