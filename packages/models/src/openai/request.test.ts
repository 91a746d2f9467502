import { expect, test } from 'vitest'
import type { ModelCapabilities } from '../capabilities/capabilities.ts'
import { toRequest } from './request.ts'

const capabilities: ModelCapabilities = {
  dialect: 'openai-strict',
  sampling: [],
  maxOutputTokens: 900,
  outputLimitName: 'max_output_tokens',
  caching: 'automatic',
}
const schema = { type: 'object', properties: {}, additionalProperties: false }

test('a prompt alone', () => {
  expect(toRequest({ prompt: 'hello' }, { model: 'gpt' }, capabilities, undefined)).toEqual({
    model: 'gpt',
    store: false,
    max_output_tokens: 900,
    input: 'hello',
  })
})

test('sampling and effort', () => {
  const settings = { model: 'gpt', temperature: 0, topP: 0.5, reasoningEffort: 'low' }
  expect(toRequest({ prompt: 'hello' }, settings, capabilities, undefined)).toMatchObject({
    temperature: 0,
    top_p: 0.5,
    reasoning: { effort: 'low' },
  })
})

test('a schema is a strict format', () => {
  expect(toRequest({ prompt: '' }, { model: 'gpt' }, capabilities, { schema }).text).toEqual({
    format: { type: 'json_schema', name: 'answer', strict: true, schema },
  })
})

test('a tool must be called, and is not strict', () => {
  const request = toRequest({ prompt: '' }, { model: 'gpt' }, capabilities, { tool: schema })
  expect(request.text).toBeUndefined()
  expect(request.tool_choice).toEqual({ type: 'function', name: 'answer' })
  expect(request.tools).toEqual([{ type: 'function', name: 'answer', parameters: schema, strict: false }])
})

test('breakpoints are marked if the model caches on request', () => {
  const request = { prompt: 'abcd', cacheBreakpoints: [2] }
  const marking: ModelCapabilities = { ...capabilities, caching: 'breakpoints' }
  expect(toRequest(request, { model: 'gpt' }, capabilities, undefined).input).toBe('abcd')
  expect(toRequest(request, { model: 'gpt' }, marking, undefined)).toMatchObject({
    prompt_cache_options: { mode: 'explicit' },
    input: [
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'ab', prompt_cache_breakpoint: { mode: 'explicit' } },
          { type: 'input_text', text: 'cd' },
        ],
      },
    ],
  })
})

test('images and files follow the text', () => {
  const image = { type: 'image', mediaType: 'image/png', data: 'QUJD' } as const
  const file = { type: 'file', mediaType: 'application/pdf', data: 'UERG', name: 'a.pdf' } as const
  const prompt = [{ role: 'user', text: 'Look.', parts: [image, file] }] as const
  expect(toRequest({ prompt }, { model: 'gpt' }, capabilities, undefined).input).toEqual([
    {
      role: 'user',
      content: [
        { type: 'input_text', text: 'Look.' },
        { type: 'input_image', detail: 'auto', image_url: 'data:image/png;base64,QUJD' },
        { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,UERG' },
      ],
    },
  ])
})
