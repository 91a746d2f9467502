import { inspect } from 'node:util'
import { APIConnectionError, APIError } from 'openai'
import { describe, expect, test } from 'vitest'
import { Secret } from '../secrets/secret.ts'
import { type ErrorContext, failureInReply, toProviderError } from './openai-errors.ts'

const canary = 'sk-canary-4f1d'
const context: ErrorContext = { secrets: [new Secret(canary)], now: Date.UTC(2026, 0, 1) }

function response(status: number, body: object | undefined, headers: Record<string, string> = {}) {
  const error = APIError.generate(status, body, body === undefined ? 'no' : undefined, new Headers(headers))
  return toProviderError(error, context)
}

test.each([400, 401, 403, 404, 413, 422, 501])('%d is not worth another attempt', (status) => {
  const error = response(status, { error: { message: 'no' } })
  expect(error).toMatchObject({ status, retryable: false, mayBeCharged: false, code: 'model-refused' })
})

test.each([408, 409, 429, 500, 503])('%d is worth another attempt', (status) => {
  expect(response(status, { error: { message: 'no' } })).toMatchObject({ status, retryable: true })
})

test.each([
  ['code', 'insufficient_quota'],
  ['type', 'insufficient_quota'],
])('a quota that is used up, by its %s, is not worth another attempt', (name, value) => {
  expect(response(429, { error: { message: 'no', [name]: value } }).retryable).toBe(false)
})

test.each([
  [{ 'retry-after': '3' }, 3_000],
  [{ 'retry-after-ms': '250', 'retry-after': '3' }, 250],
  [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:07 GMT' }, 7_000],
  [{}, undefined],
])('%j asks to wait %s ms', (headers, expected) => {
  expect(response(429, { error: { message: 'slow' } }, headers).retryAfterMs).toBe(expected)
})

test("Gemini's list with an error, and its delay", () => {
  const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '36.5s' }]
  const error = new APIError(
    429,
    [{ error: { code: 429, message: 'slow', details } }],
    undefined,
    new Headers(),
  )
  expect(toProviderError(error, context)).toMatchObject({ message: '429 slow', retryAfterMs: 36_500 })
})

test.each([
  [
    'the message and the code',
    { error: { message: 'not yours', code: 'no_access' } },
    '403 not yours (no_access)',
  ],
  [
    'a message that has the code',
    { error: { message: 'no_access: x', code: 'no_access' } },
    '403 no_access: x',
  ],
  ['FastAPI', { detail: 'Forbidden' }, '403 {"detail":"Forbidden"}'],
  ['text', undefined, '403 no'],
])('the message of %s', (_, body, expected) => {
  const error = body !== undefined && !('error' in body) ? { error: body } : body
  expect(response(403, error).message).toBe(expected)
})

test('a page of HTML is not repeated', () => {
  const page = '<html><body>502 Bad Gateway</body></html>'
  const error = APIError.generate(502, undefined, page, new Headers())
  expect(toProviderError(error, context)).toMatchObject({
    message: '502 an HTML page instead of an error message',
    retryable: true,
    mayBeCharged: true,
  })
})

describe('no response', () => {
  const failed = (code: string) =>
    new APIConnectionError({
      message: undefined,
      cause: Object.assign(new TypeError('fetch failed'), {
        cause: Object.assign(new Error(`connect ${code} 127.0.0.1:1`), { code }),
      }),
    })

  test('a connection that was never made costs nothing', () => {
    expect(toProviderError(failed('ECONNREFUSED'), context)).toMatchObject({
      message: 'no connection: connect ECONNREFUSED 127.0.0.1:1',
      retryable: true,
      mayBeCharged: false,
    })
  })

  test('a connection that was lost may cost', () => {
    expect(toProviderError(failed('ECONNRESET'), context)).toMatchObject({
      retryable: true,
      mayBeCharged: true,
    })
  })
})

test('what is a failure already stays as it is', () => {
  const error = toProviderError(new SyntaxError('no'), context)
  expect(toProviderError(error, context)).toBe(error)
})

test('an event that is not JSON', () => {
  expect(toProviderError(new SyntaxError('Unexpected token'), context)).toMatchObject({
    message: 'the response cannot be read: an event is not JSON',
    retryable: true,
    mayBeCharged: true,
  })
})

describe('an error in place of the rest of a reply', () => {
  test.each([
    [
      { code: 502, message: 'gone' },
      { status: 502, retryable: true },
    ],
    [
      { code: '429', message: 'slow' },
      { status: 429, retryable: true },
    ],
    [
      { code: 'rate_limit_exceeded', message: 'slow' },
      { status: 429, retryable: true },
    ],
    [
      { code: 'server_error', message: 'oh' },
      { status: 500, retryable: true },
    ],
    [
      { code: 403, message: 'flagged' },
      { status: 403, retryable: false },
    ],
    [{ code: 'invalid_prompt', message: 'no' }, { retryable: false }],
    [{ message: 'oh' }, { retryable: true }],
    ['oh', { retryable: true }],
    [undefined, { retryable: true }],
  ])('%j may be charged', (body, expected) => {
    expect(failureInReply(body, context)).toMatchObject({ ...expected, mayBeCharged: true })
  })

  test('as the SDK throws it from a stream', () => {
    const error = new APIError(undefined, { code: 'server_error', message: 'oh' }, undefined, new Headers())
    expect(toProviderError(error, context)).toMatchObject({ status: 500, mayBeCharged: true })
  })
})

test.each([
  ['text', 'model is warming up', 'model is warming up'],
  ['JSON', { error: 'busy' }, '{"error":"busy"}'],
])('the words of the provider behind OpenRouter are kept, as %s', (_, raw, words) => {
  const error = { code: 502, message: 'Provider returned error', metadata: { raw, provider_name: 'x' } }
  expect(failureInReply(error, context).message).toBe(`502 Provider returned error: ${words}`)
  expect(response(502, { error }).message).toContain(words)
})

test('an error that is only a text keeps its words', () => {
  expect(failureInReply('no capacity', context).message).toContain('no capacity')
})

test('a key is shown nowhere', () => {
  const headers = new Headers({ 'x-echo': canary })
  const errors = [
    APIError.generate(
      401,
      { error: { message: `Incorrect key ${canary}`, param: canary } },
      undefined,
      headers,
    ),
    APIError.generate(500, undefined, `<p>${canary}`, headers),
    new APIError(undefined, { message: canary }, undefined, headers),
    new APIConnectionError({ message: canary, cause: new Error(canary) }),
    new Error(canary),
    canary,
  ]
  for (const error of errors) {
    const shown = toProviderError(error, context)
    expect(inspect(shown, { depth: Infinity, showHidden: true })).not.toContain(canary)
    expect(shown.stack).not.toContain(canary)
  }
})
