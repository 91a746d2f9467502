import { describe, expect, test } from 'vitest'
import { conversationOf } from './conversation.ts'
import { type RequestSettings, requestBody } from './request-body.ts'

const settings: RequestSettings = { maxOutputTokens: 100, dialect: 'none', caching: 'none' }
const answerSchema = {
  type: 'object',
  properties: { a: { type: 'string' } },
  required: ['a'],
  additionalProperties: false,
} as const

test('the prompt is one message of the user, and nothing is sent that was not asked for', () => {
  expect(requestBody('claude-x', settings, { prompt: 'Go.', cacheBreakpoints: [2] })).toEqual({
    model: 'claude-x',
    max_tokens: 100,
    messages: [{ role: 'user', content: 'Go.' }],
  })
})

test('sampling and thinking go by the names of the API', () => {
  const thinking = { type: 'enabled', budget_tokens: 1024 } as const
  const body = requestBody('x', { ...settings, temperature: 0, topP: 0.5, thinking }, { prompt: 'p' })
  expect(body).toMatchObject({ temperature: 0, top_p: 0.5, thinking })
})

test('breakpoints are marked if the provider caches at them', () => {
  const body = requestBody(
    'x',
    { ...settings, caching: 'breakpoints' },
    { prompt: 'Go.', cacheBreakpoints: [2] },
  )
  expect(body.messages).toEqual([
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Go', cache_control: { type: 'ephemeral' } },
        { type: 'text', text: '.' },
      ],
    },
  ])
})

describe('a schema of the answer', () => {
  const request = { prompt: 'p', answerSchema }

  test('is sent as structured output', () => {
    const { output_config, tools } = requestBody('x', { ...settings, dialect: 'anthropic' }, request)
    expect(output_config).toMatchObject({ format: { type: 'json_schema', schema: { type: 'object' } } })
    expect(tools).toBeUndefined()
  })

  test('or as a tool that the model has to call', () => {
    const { output_config, tools, tool_choice } = requestBody('x', { ...settings, dialect: 'tool' }, request)
    expect(output_config).toBeUndefined()
    expect(tools).toEqual([expect.objectContaining({ name: 'reply', input_schema: answerSchema })])
    expect(tools).not.toEqual([expect.objectContaining({ strict: true })])
    expect(tool_choice).toEqual({ type: 'tool', name: 'reply', disable_parallel_tool_use: true })
  })

  test.each([
    [{ type: 'adaptive' }, 'auto'],
    [{ type: 'disabled' }, 'tool'],
  ] as const)('with thinking %j the choice of the tool is %s', (thinking, type) => {
    const body = requestBody('x', { ...settings, dialect: 'tool', thinking }, request)
    expect(body.tool_choice).toMatchObject({ type })
  })

  test('is left out if the model has neither, or cannot keep to it', () => {
    const open = { ...answerSchema, additionalProperties: true }
    const structured = { ...settings, dialect: 'anthropic' } as const
    const without = requestBody('x', settings, { prompt: 'p' })
    expect(requestBody('x', settings, request)).toEqual(without)
    expect(requestBody('x', structured, { prompt: 'p', answerSchema: open })).toEqual(without)
  })
})

function contentOf(prompt: string, breakpoints?: readonly number[]): unknown {
  return conversationOf(prompt, breakpoints).messages[0]?.content
}

test('without a breakpoint that can be used, the prompt itself', () => {
  expect(contentOf('abc')).toBe('abc')
  expect(contentOf('ab \n', [2])).toBe('ab \n')
})

test('blocks of text, of which the marked ones are to be cached', () => {
  const cached = (text: string): object => ({ type: 'text', text, cache_control: { type: 'ephemeral' } })
  const plain = (text: string): object => ({ type: 'text', text })
  expect(contentOf('abcdef', [1, 2, 3, 4, 5])).toEqual([
    cached('a'),
    plain('b'),
    cached('c'),
    cached('d'),
    cached('e'),
    plain('f'),
  ])
})

test('images and files follow the text', () => {
  const image = { type: 'image', mediaType: 'image/png', data: 'QUJD' } as const
  const file = { type: 'file', mediaType: 'application/pdf', data: 'UERG', name: 'a.pdf' } as const
  expect(conversationOf([{ role: 'user', text: 'Look.', parts: [image, file] }]).messages).toEqual([
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Look.' },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'QUJD' } },
        {
          type: 'document',
          source: { type: 'base64', media_type: 'application/pdf', data: 'UERG' },
          title: 'a.pdf',
        },
      ],
    },
  ])
})
