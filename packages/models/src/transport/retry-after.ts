/** The part of `Headers` that is read here. */
export interface HeadersLike {
  get(name: string): string | null
}

/**
 * The wait that a response asks for, in milliseconds from `now` (milliseconds since 1970), never negative:
 * `retry-after-ms`, or else `Retry-After` in seconds or as an HTTP date (RFC 9110, 10.2.3). Absent if there is
 * neither, or it cannot be read.
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
