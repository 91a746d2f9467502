import { describe, expect, test } from 'vitest'
import { Secret } from '../secrets/secret.ts'
import { connectionFailure, httpFailure, unreadableResponse } from './failures.ts'
import type { ProviderError } from './provider-error.ts'

const secrets = [new Secret('canary')]
const answered = (status: number, headers: Record<string, string> = {}): ProviderError =>
  httpFailure({ status, headers: new Headers(headers), reason: 'No, canary.', now: 0, secrets })

describe('a response that says no', () => {
  test.each([
    [400, false, false],
    [401, false, false],
    [408, true, true],
    [409, true, false],
    [422, false, false],
    [429, true, false],
    [500, true, false],
    [502, true, true],
    [503, true, false],
    [504, true, true],
    [529, true, false],
  ])('%i: worth another attempt: %s, may be charged: %s', (status, retryable, mayBeCharged) => {
    expect(answered(status)).toMatchObject({
      status,
      retryable,
      mayBeCharged,
      code: retryable ? 'model-failed' : 'model-refused',
      message: `${status} No, [secret].`,
    })
  })

  test('may know better itself whether another attempt helps', () => {
    expect(answered(400, { 'x-should-retry': 'true' }).retryable).toBe(true)
    expect(answered(500, { 'x-should-retry': 'false' }).retryable).toBe(false)
    expect(answered(500, { 'x-should-retry': 'perhaps' }).retryable).toBe(true)
  })

  test('may say how long to wait', () => {
    expect(answered(503, { 'retry-after': 'Thu, 01 Jan 1970 00:00:09 GMT' }).retryAfterMs).toBe(9000)
    expect(answered(503)).not.toHaveProperty('retryAfterMs')
  })
})

const coded = (message: string, code: string, cause?: unknown): Error =>
  Object.assign(new Error(message, { cause }), { code })

describe('a connection', () => {
  test.each([
    ['ECONNREFUSED', 'no connection: connect failed (ECONNREFUSED)', false],
    ['ENOTFOUND', 'no connection: connect failed (ENOTFOUND)', false],
    ['UND_ERR_CONNECT_TIMEOUT', 'no connection: connect failed (UND_ERR_CONNECT_TIMEOUT)', false],
    ['ECONNRESET', 'the connection was lost: connect failed (ECONNRESET)', true],
    ['UND_ERR_HEADERS_TIMEOUT', 'the connection was lost: connect failed (UND_ERR_HEADERS_TIMEOUT)', true],
  ])('that fails with %s may be charged unless no server was reached', (code, message, mayBeCharged) => {
    const error = new TypeError('fetch failed', { cause: coded('connect failed', code) })
    expect(connectionFailure(error, [])).toMatchObject({ message, mayBeCharged, retryable: true })
  })

  test('is described by the innermost cause that says something, without secrets', () => {
    const empty = coded('', 'ECONNREFUSED')
    const error = new Error('outer', { cause: new Error('of canary', { cause: empty }) })
    expect(connectionFailure(error, secrets).message).toBe('no connection: of [secret] (ECONNREFUSED)')
    expect(connectionFailure('terminated', []).message).toBe('the connection was lost: terminated')
  })

  test('with causes that go in a circle is described too', () => {
    const error = new Error('round')
    error.cause = error
    expect(connectionFailure(error, []).message).toBe('the connection was lost: round')
  })
})

test('a response that cannot be read was computed all the same', () => {
  expect(unreadableResponse('it is canary', secrets)).toMatchObject({
    message: 'the response cannot be read: it is [secret]',
    retryable: true,
    mayBeCharged: true,
  })
})
