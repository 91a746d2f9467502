import type { Model } from '@skill-state/protocol'
import { afterEach, expect, test, vi } from 'vitest'
import { modelAt } from '../../test/ask-anthropic.ts'
import { type AnthropicOptions, anthropic } from './anthropic.ts'

/** Nothing is sent: there is no listener. */
const at = (options: Partial<AnthropicOptions>): Model => modelAt('http://127.0.0.1:9', options)
const answerSchema = { type: 'object', properties: { action: { type: 'string' } }, required: ['action'] }

afterEach(() => {
  vi.unstubAllEnvs()
})

test('the key comes from the environment if none is given', () => {
  vi.stubEnv('ANTHROPIC_API_KEY', 'sk-of-the-environment')
  expect(anthropic({ model: 'm' }).id).toBe('anthropic:m')
  vi.stubEnv('ANTHROPIC_API_KEY', '')
  expect(() => anthropic({ model: 'm' })).toThrow(
    expect.objectContaining({
      code: 'missing-key',
      message: 'anthropic needs a key: set the environment variable ANTHROPIC_API_KEY',
    }),
  )
})

test('settings hold what is sent and where, and nothing of the key or the values of headers', () => {
  const capabilities = { sampling: ['temperature'], dialect: 'anthropic', maxOutputTokens: 500 } as const
  const thinking = { type: 'disabled' } as const
  const model = at({ temperature: 0, thinking, capabilities, headers: { 'x-team': 'blue' } })
  expect(model.settings).toEqual({
    maxOutputTokens: 500,
    temperature: 0,
    thinking,
    dialect: 'anthropic',
    caching: expect.any(String),
    apiVersion: '2023-06-01',
    host: '127.0.0.1:9',
    stream: true,
    headers: ['x-team'],
  })
  expect(model.id).toBe('anthropic:claude-loopback')
})

test('a sampling parameter that the model does not accept is rejected', () => {
  expect(() => at({ topP: 0.5, capabilities: { sampling: ['temperature'] } })).toThrow(
    expect.objectContaining({ code: 'invalid-option', message: expect.stringMatching(/accept topP/) }),
  )
})

const any = { sampling: ['temperature', 'topP'], maxOutputTokens: 4_000 } as const
test.each<[string, Partial<AnthropicOptions>, RegExp]>([
  ['temperature with topP', { temperature: 1, topP: 1 }, /temperature or topP, not both/],
  ['no number', { temperature: Number.NaN }, /temperature must be a number/],
  ['a temperature above 1', { temperature: 1.5 }, /temperature is from 0 to 1, not 1\.5/],
  ['a topP below 0', { topP: -1 }, /topP is from 0 to 1, not -1/],
  ['thinking with temperature', { temperature: 1, thinking: { type: 'adaptive' } }, /takes no temperature/],
  ['thinking with a low topP', { topP: 0.5, thinking: { type: 'adaptive' } }, /from 0\.95 to 1, not 0\.5/],
  [
    'a budget of thinking that leaves no room for a reply',
    { thinking: { type: 'enabled', budget_tokens: 4_000 } },
    /budget_tokens \(4000\) must be less than maxOutputTokens \(4000\)/,
  ],
  [
    'too small a budget',
    { thinking: { type: 'enabled', budget_tokens: 100 } },
    /whole number from 1024, not 100/,
  ],
  ['no budget', { thinking: { type: 'enabled', budget_tokens: Number.NaN } }, /from 1024, not NaN/],
])('rejects what the API rejects, before anything is sent: %s', (_, options, message) => {
  expect(() => at({ capabilities: any, ...options })).toThrow(
    expect.objectContaining({ code: 'invalid-option', message: expect.stringMatching(message) }),
  )
})

test('accepts what the API accepts', () => {
  const thinking = { type: 'enabled', budget_tokens: 1_024 } as const
  for (const options of [{ temperature: 1 }, { topP: 0.3 }, { topP: 0.95, thinking }, { thinking }])
    expect(at({ capabilities: any, ...options }).id).toBe('anthropic:claude-loopback')
})

test('a schema is enforced by structured output, guides a tool, or is never sent', () => {
  const schema = { ...answerSchema, additionalProperties: false }
  const by = (dialect: 'anthropic' | 'tool' | 'none'): unknown =>
    at({ capabilities: { dialect } }).enforce?.(schema)
  expect(by('anthropic')).toEqual({ enforced: true, dialect: 'anthropic' })
  expect(by('tool')).toMatchObject({ enforced: false, dialect: 'tool' })
  expect(by('none')).toBeUndefined()
})
