import { APIConnectionError, APIError } from '@anthropic-ai/sdk'
import type { JsonObject } from '@skill-state/protocol'
import { expect, test } from 'vitest'
import { ProviderError } from '../transport/provider-error.ts'
import { failureOf } from './failure.ts'

const failing = (status: number, error: JsonObject, headers: Record<string, string> = {}): ProviderError =>
  failureOf(APIError.generate(status, { type: 'error', error }, undefined, new Headers(headers)), [], 0)

test.each([
  [400, 'invalid_request_error', false],
  [401, 'authentication_error', false],
  [403, 'permission_error', false],
  [404, 'not_found_error', false],
  [413, 'request_too_large', false],
  [429, 'rate_limit_error', true],
  [500, 'api_error', true],
  [529, 'overloaded_error', true],
])('%i %s: worth another attempt: %s', (status, type, retryable) => {
  expect(failing(status, { type, message: 'Because.' })).toMatchObject({
    message: `${status} ${type}: Because.`,
    status,
    retryable,
    mayBeCharged: false,
  })
})

test('a wait that the provider asks for is kept', () => {
  expect(failing(429, { message: 'Slow down.' }, { 'retry-after': '7' }).retryAfterMs).toBe(7000)
})

test.each([
  ['enforced_spend_limit_reached', false],
  ['ramp_limit_exceeded', true],
])('429 %s: worth another attempt: %s', (error_code, retryable) => {
  const error = { type: 'rate_limit_error', message: 'Enough.', details: { error_code } }
  expect(failing(429, error)).toMatchObject({ status: 429, retryable })
})

test('a body that is no error of the API is shown as it is', () => {
  const error = APIError.generate(502, undefined, '<h1>Bad\ngateway</h1>', new Headers())
  expect(failureOf(error, [], 0)).toMatchObject({ message: '502 <h1>Bad gateway</h1>', retryable: true })
})

test('what is no response is a lost connection', () => {
  const cause = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' })
  expect(failureOf(new APIConnectionError({ cause }), [], 0)).toMatchObject({
    message: 'no connection: connect ECONNREFUSED 127.0.0.1:1',
    retryable: true,
    mayBeCharged: false,
  })
})

test('a failure stays what it is', () => {
  const failure = new ProviderError('x', { retryable: false, mayBeCharged: true })
  expect(failureOf(failure, [], 0)).toBe(failure)
})
