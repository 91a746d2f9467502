import { scrub } from '../secrets/scrub.ts'
import type { Secret } from '../secrets/secret.ts'
import {
  connectionFailure,
  type HttpFailure,
  httpFailure,
  unreadableResponse,
} from '../transport/failures.ts'
import { ProviderError } from '../transport/provider-error.ts'
import { at, textAt } from '../values/at.ts'

/** Limits of spending that are answered with 429, like a limit of requests, but pass with no waiting. */
const spent: readonly unknown[] = ['contract_spend_limit_reached', 'enforced_spend_limit_reached']

/**
 * Any error of the SDK as a failure, without what the SDK keeps of the request. It is known by its shape, so that the SDK
 * is loaded only when it is used. What a `SyntaxError` says is left out: it quotes the text cut short, and so perhaps a
 * part of a key.
 */
export function failureOf(error: unknown, secrets: readonly Secret[], now: number): ProviderError {
  if (error instanceof ProviderError) return error
  if (error instanceof SyntaxError) return unreadableResponse('it is not JSON', secrets)
  const [status, headers] = [at(error, 'status'), at(error, 'headers')]
  if (!(error instanceof Error && typeof status === 'number' && headers instanceof Headers))
    return connectionFailure(error, secrets)
  const body = at(error, 'error', 'error')
  const reason = reasonOf(body) ?? error.message.replace(/^\d{3} /, '')
  return refused(body, { status, headers, reason, secrets, now })
}

/** The error that a batch has in the place of a message. */
export function refusedCall(error: unknown, secrets: readonly Secret[], now: number): ProviderError {
  const reason = reasonOf(error) ?? 'the provider does not say why'
  return refused(error, { status: statusOf(error), headers: new Headers(), reason, secrets, now })
}

function refused(error: unknown, failure: HttpFailure): ProviderError {
  return httpFailure(isSpent(error) ? { ...failure, retryable: false } : failure)
}

function isSpent(error: unknown): boolean {
  return spent.includes(at(error, 'details', 'error_code'))
}

/** An error in place of a reply, or of the rest of one: the model was at work by then, so it may be charged. */
export function errorInReply(error: unknown, secrets: readonly Secret[]): ProviderError {
  const reason = reasonOf(error) ?? 'the provider does not say why'
  const status = statusOf(error)
  const message = scrub(`the reply was cut off: ${reason}`, secrets)
  return new ProviderError(message, {
    status,
    retryable: status >= 429 && !isSpent(error),
    mayBeCharged: true,
  })
}

/** The status that an error has as a response. The same request would meet those below 429 again. Source: the API's list of errors. */
const STATUSES: ReadonlyMap<unknown, number> = new Map([
  ['invalid_request_error', 400],
  ['authentication_error', 401],
  ['billing_error', 402],
  ['permission_error', 403],
  ['not_found_error', 404],
  ['request_too_large', 413],
  ['rate_limit_error', 429],
  ['timeout_error', 504],
  ['overloaded_error', 529],
])

const statusOf = (error: unknown): number => STATUSES.get(at(error, 'type')) ?? 500

/** What the provider says in an error's `type` and `message`. */
function reasonOf(error: unknown): string | undefined {
  const [type, message] = [textAt(error, 'type'), textAt(error, 'message')]
  return type === undefined || message === undefined ? message : `${type}: ${message}`
}
