import { expect, test } from 'vitest'
import { Secret } from '../secrets/secret.ts'
import { type ConnectionOptions, endpointOf } from './endpoint.ts'

const at = (options: ConnectionOptions, provider = 'openai') =>
  endpointOf(provider, { apiKey: 'k', env: {}, ...options })

test('a key is taken without the white space around it', () => {
  expect(at({ apiKey: ' k-1\n' }).key?.reveal()).toBe('k-1')
  expect(at({ apiKey: new Secret('k-1\r\n') }).key?.reveal()).toBe('k-1')
})

test.each(['', ' ', 'canary\r\nx-other: 1', 'canary key', 'cänary'])(
  '%j is no key, and is not told',
  (apiKey) => {
    expect(() => at({ apiKey })).toThrow(
      expect.objectContaining({
        code: 'invalid-option',
        message: 'apiKey for openai is no key: it must be printable ASCII characters, at least one',
      }),
    )
  },
)

test.each([
  ['x-note', 'a\r\nauthorization: stolen'],
  ['x-note', 'ñ€'],
  ['x note', 'a'],
  ['', 'a'],
])('the header %j with the value %j is rejected, its value not told', (name, value) => {
  expect(() => at({ headers: { [name]: value } })).toThrow(
    expect.objectContaining({
      code: 'invalid-option',
      message: `the header ${JSON.stringify(name)} for openai cannot be sent: its name or value is no text for a header`,
    }),
  )
})

test('headers come from the variable of the SDK, and from options', () => {
  const lines = 'X-Team: blue\nno header\n X-Key : a: b \r\n'
  const env = { OPENAI_CUSTOM_HEADERS: lines, ANTHROPIC_CUSTOM_HEADERS: 'x-other: 1' }
  const { headers, secrets } = at({ env, headers: { 'X-Team': 'red' } })
  expect(headers).toEqual({ 'X-Team': 'red', 'X-Key': 'a: b' })
  expect(secrets.map((secret) => secret.reveal())).toEqual(['k', 'red', 'a: b'])
  expect(at({ env }, 'vllm').headers).toEqual({})
})

test.each([
  ['api.example.com/v1', 'must begin with http:// or https://'],
  ['ftp://example.com', 'must begin with http:// or https://'],
  ['', 'must begin with http:// or https://'],
  ['https://me:secret@example.com', 'holds a user name or password'],
  ['https://example.com/v1#a', 'must end with its path, without ? or #'],
])('the base URL %j is rejected', (baseUrl, message) => {
  expect(() => at({ baseUrl })).toThrow(message)
  expect(() => at({ baseUrl })).not.toThrow('secret@')
})

test('a query is secret, and nothing for Anthropic', () => {
  const options = { baseUrl: 'https://example.com/v1?api-version=7&key=secret' }
  expect(at(options).secrets.map((secret) => secret.reveal())).toEqual(['k', '7', 'secret'])
  expect(() => at(options, 'anthropic')).toThrow('must end with its path, without ? or #')
})

test.each([
  ['http://[::1]:8080/v1', '[::1]:8080'],
  ['https://example.com', 'example.com'],
  ['https://example.com:443/v1/', 'example.com'],
])('the base URL %j has the host %j', (baseUrl, host) => {
  expect(at({ baseUrl }).host).toBe(host)
})

test.each([
  ['[::]', '[::1]:11434'],
  ['[::1]:80', '[::1]'],
])('OLLAMA_HOST %j is at %j', (OLLAMA_HOST, host) => {
  expect(endpointOf('ollama', { env: { OLLAMA_HOST } }).host).toBe(host)
})
