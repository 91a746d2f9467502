import { known } from '@skill-state/protocol'
import { scrub } from '../secrets/scrub.ts'
import type { Secret } from '../secrets/secret.ts'
import { ProviderError } from './provider-error.ts'

/** The part of `Headers` that is read here. */
export interface HeadersLike {
  get(name: string): string | null
}

export interface HttpFailure {
  readonly status: number
  readonly headers: HeadersLike
  /** What the provider says, in its own words. */
  readonly reason: string
  /** Milliseconds since 1970, for a wait that ends at a date. */
  readonly now: number
  readonly secrets: readonly Secret[]
  /** Where the adapter knows better than the status, for instance of a quota that no waiting renews. */
  readonly retryable?: boolean
}

/**
 * A response that says no. Worth another attempt: 408, 409, 429 and 5xx, unless the header `x-should-retry` says
 * otherwise. May be charged: what a gateway answers (408, 502, 504, 524) while the provider may be at work behind it.
 */
export function httpFailure({
  status,
  headers,
  reason,
  now,
  secrets,
  retryable,
}: HttpFailure): ProviderError {
  const retryAfterMs = readRetryAfter(headers, now)
  return new ProviderError(scrub(`${status} ${reason}`, secrets), {
    status,
    retryable: retryable ?? isWorthAnother(status, headers.get('x-should-retry')),
    mayBeCharged: [408, 502, 504, 524].includes(status),
    ...known({ retryAfterMs }),
  })
}

function isWorthAnother(status: number, told: string | null): boolean {
  if (told === 'true' || told === 'false') return told === 'true'
  return status === 408 || status === 409 || status === 429 || status >= 500
}

/**
 * The wait that a response asks for, in milliseconds from `now`: `retry-after-ms`, else `Retry-After` in seconds or as an HTTP date
 * (RFC 9110, 10.2.3). Absent if there is neither, or it cannot be read.
 */
export function readRetryAfter(headers: HeadersLike, now: number): number | undefined {
  const milliseconds = readNumber(headers.get('retry-after-ms'))
  if (milliseconds !== undefined) return milliseconds
  const value = headers.get('retry-after')
  const seconds = readNumber(value)
  if (seconds !== undefined) return seconds * 1000
  const date = Date.parse(value?.endsWith('GMT') ? value : '')
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

function readNumber(value: string | null): number | undefined {
  return value !== null && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : undefined
}

/** Codes of errors that come before a request has reached anybody. */
const unreached: readonly string[] = [
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]

/** No whole response. May be charged unless the request did not leave this machine. Takes any error of `fetch` or an SDK. */
export function connectionFailure(error: unknown, secrets: readonly Secret[]): ProviderError {
  const chain = causes(error)
  const code = chain.map(codeOf).find((found) => found !== undefined)
  const innermost = chain.findLast((link) => link instanceof Error && link.message !== '')
  const reason = innermost instanceof Error ? innermost.message : String(error)
  const known = code === undefined || reason.includes(code) ? reason : `${reason} (${code})`
  const reached = code === undefined || !unreached.includes(code)
  const message = `${reached ? 'the connection was lost' : 'no connection'}: ${known}`
  return new ProviderError(scrub(message, secrets), { retryable: true, mayBeCharged: reached })
}

/** A response that arrived but is not what the provider documents. Worth another attempt; was surely computed. */
export function unreadableResponse(reason: string, secrets: readonly Secret[]): ProviderError {
  const message = scrub(`the response cannot be read: ${reason}`, secrets)
  return new ProviderError(message, { retryable: true, mayBeCharged: true })
}

/** JSON as a message shows it: an error may be in there. */
export function shown(body: unknown): string {
  try {
    return JSON.stringify(body) ?? 'nothing'
  } catch {
    return 'too deep to show'
  }
}

/** The error and what it says caused it, outermost first. */
function causes(error: unknown): readonly unknown[] {
  const chain: unknown[] = []
  for (let link = error; link !== undefined && chain.length < 10; ) {
    chain.push(link)
    link = link instanceof Error ? link.cause : undefined
  }
  return chain
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
