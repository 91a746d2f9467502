import { expect, test } from 'vitest'
import type { ModelCapabilities } from '../capabilities/capabilities.ts'
import { toRequest, traitsOf } from './request.ts'

const capabilities: ModelCapabilities = {
  dialect: 'none',
  sampling: [],
  maxOutputTokens: 900,
  outputLimitName: 'max_tokens',
  caching: 'automatic',
}
const schema = { type: 'object', properties: {}, additionalProperties: false }
const plain = traitsOf('vllm')
const settings = { model: 'm' }

test('a prompt alone', () => {
  expect(toRequest({ prompt: 'hello' }, settings, capabilities, undefined, plain)).toEqual({
    model: 'm',
    messages: [{ role: 'user', content: 'hello' }],
    max_tokens: 900,
  })
})

test.each([
  ['max_tokens', 'max_tokens'],
  ['max_completion_tokens', 'max_completion_tokens'],
  ['max_output_tokens', 'max_completion_tokens'],
] as const)('the limit %s is sent as %s', (outputLimitName, field) => {
  const request = toRequest({ prompt: '' }, settings, { ...capabilities, outputLimitName }, undefined, plain)
  expect(Object.entries(request)).toContainEqual([field, 900])
  expect(Object.keys(request)).toHaveLength(3)
})

test('sampling', () => {
  const sampling = { temperature: 0, topP: 0.5, topK: 40, seed: 7, reasoningEffort: 'low' }
  expect(
    toRequest({ prompt: '' }, { ...settings, ...sampling }, capabilities, undefined, plain),
  ).toMatchObject({
    temperature: 0,
    top_p: 0.5,
    top_k: 40,
    seed: 7,
    reasoning_effort: 'low',
  })
})

test('a schema', () => {
  expect(toRequest({ prompt: '' }, settings, capabilities, { schema }, plain).response_format).toEqual({
    type: 'json_schema',
    json_schema: { name: 'answer', strict: true, schema },
  })
})

test('a grammar', () => {
  const request = toRequest({ prompt: '' }, settings, capabilities, { grammar: 'root ::= "a"' }, plain)
  expect(request).toMatchObject({ grammar: 'root ::= "a"' })
  expect(request).not.toHaveProperty('response_format')
})

test('a tool must be called, and is not strict', () => {
  const request = toRequest({ prompt: '' }, settings, capabilities, { tool: schema }, plain)
  expect(request.tool_choice).toEqual({ type: 'function', function: { name: 'answer' } })
  expect(request.tools).toEqual([{ type: 'function', function: { name: 'answer', parameters: schema } }])
})

test('OpenRouter sends a schema only to services that know schemas', () => {
  const traits = traitsOf('openrouter')
  const only = { provider: { require_parameters: true } }
  expect(toRequest({ prompt: '' }, settings, capabilities, { schema }, traits)).toMatchObject(only)
  expect(toRequest({ prompt: '' }, settings, capabilities, undefined, traits)).not.toHaveProperty('provider')
  expect(toRequest({ prompt: '' }, settings, capabilities, { schema }, plain)).not.toHaveProperty('provider')
})

test('breakpoints are marked if the model caches on request', () => {
  const request = { prompt: 'abcd', cacheBreakpoints: [2] }
  const marking: ModelCapabilities = { ...capabilities, caching: 'breakpoints' }
  expect(toRequest(request, settings, marking, undefined, plain).messages).toEqual([
    {
      role: 'user',
      content: [
        { type: 'text', text: 'ab', cache_control: { type: 'ephemeral' } },
        { type: 'text', text: 'cd' },
      ],
    },
  ])
  expect(toRequest(request, settings, capabilities, undefined, plain).messages).toEqual([
    { role: 'user', content: 'abcd' },
  ])
})
