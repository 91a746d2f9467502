import type { JsonObject, Model, Prompt, ToolSpec } from '@skill-state/protocol'
import { describe, expect, test } from 'vitest'
import { named, streamed, textBlock, whole } from '../../test/anthropic-scenes.ts'
import { type Scene, withLoopback } from '../../test/loopback.ts'
import { anthropic } from '../anthropic/anthropic.ts'
import { openai } from '../openai/openai.ts'
import { openaiCompatible } from '../openai-compatible/openai-compatible.ts'

const prompt: Prompt = [
  { role: 'system', text: 'Book trips.' },
  { role: 'user', text: 'To Rome.' },
  { role: 'assistant', text: 'I look.', calls: [{ id: 'c1', name: 'search', input: { to: 'Rome' } }] },
  { role: 'tool', id: 'c1', text: 'R1, 90 euros' },
  { role: 'user', text: 'Take it.' },
]
const seen: Prompt = [
  { role: 'system', text: 'Book trips.' },
  {
    role: 'user',
    text: 'What is this?',
    parts: [
      { type: 'image', mediaType: 'image/png', data: 'QUJD' },
      { type: 'file', mediaType: 'application/pdf', data: 'UERG', name: 'ticket.pdf' },
    ],
  },
]
const parameters = { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] }
const tools: readonly ToolSpec[] = [
  { name: 'search', description: 'Finds trips.', parameters },
  { name: 'book', description: 'Books a trip.', parameters: { type: 'object' } },
]
const request = { prompt, tools, cacheBreakpoints: [11] }
const capabilities = { dialect: 'none', caching: 'breakpoints' } as const

interface Wire {
  readonly create: (url: string, stream: boolean) => Model
  /** A reply that calls `book`; with `twice`, `search` too. */
  readonly reply: (stream: boolean, twice: boolean) => Scene
  readonly body: JsonObject
}

const given = { apiKey: 'k', env: {}, capabilities }
const rome = '{"to":"Rome"}'

const wires: Readonly<Record<string, Wire>> = {
  'Responses API': {
    create: (url, stream) => openai({ ...given, model: 'gpt', baseUrl: url, stream }),
    reply: (stream, twice) => responses(stream, twice ? ['book', 'search', 'search'] : ['book']),
    body: {
      model: 'gpt',
      store: false,
      max_output_tokens: 4096,
      prompt_cache_options: { mode: 'explicit' },
      input: [
        {
          role: 'system',
          content: [
            { type: 'input_text', text: 'Book trips.', prompt_cache_breakpoint: { mode: 'explicit' } },
          ],
        },
        { role: 'user', content: 'To Rome.' },
        { role: 'assistant', content: 'I look.' },
        { type: 'function_call', call_id: 'c1', name: 'search', arguments: rome },
        { type: 'function_call_output', call_id: 'c1', output: 'R1, 90 euros' },
        { role: 'user', content: 'Take it.' },
      ],
      tools: [
        { type: 'function', name: 'search', description: 'Finds trips.', parameters, strict: false },
        {
          type: 'function',
          name: 'book',
          description: 'Books a trip.',
          parameters: { type: 'object' },
          strict: false,
        },
      ],
      tool_choice: 'required',
      parallel_tool_calls: true,
    },
  },
  'Messages API': {
    create: (url, stream) => anthropic({ ...given, model: 'claude', baseUrl: url, stream }),
    reply: (stream, twice) => {
      const content = (twice ? ['book', 'search', 'search'] : ['book']).map((name, index) => ({
        type: 'tool_use',
        id: `t${index}`,
        name,
        input: { to: 'Rome' },
      }))
      const message = { content: [textBlock('I book it.'), ...content], stopReason: 'tool_use' }
      return stream ? streamed(message) : whole(message)
    },
    body: {
      model: 'claude',
      max_tokens: 4096,
      system: [{ type: 'text', text: 'Book trips.', cache_control: { type: 'ephemeral' } }],
      messages: [
        { role: 'user', content: 'To Rome.' },
        {
          role: 'assistant',
          content: [
            textBlock('I look.'),
            { type: 'tool_use', id: 'c1', name: 'search', input: { to: 'Rome' } },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'c1', content: 'R1, 90 euros' },
            textBlock('Take it.'),
          ],
        },
      ],
      tools: [
        { name: 'search', description: 'Finds trips.', input_schema: parameters },
        { name: 'book', description: 'Books a trip.', input_schema: { type: 'object' } },
      ],
      tool_choice: { type: 'any' },
    },
  },
  'Chat Completions of openrouter': chatWire('openrouter', true, { provider: { require_parameters: true } }),
  'Chat Completions of gemini': chatWire('gemini', false, {}),
  'Chat Completions of vllm': chatWire('vllm', false, {}),
  'Chat Completions of llamacpp': chatWire('llamacpp', false, { parallel_tool_calls: true }),
}

function chatWire(provider: string, marks: boolean, more: JsonObject): Wire {
  const caching = marks ? 'breakpoints' : 'automatic'
  const system = [{ type: 'text', text: 'Book trips.', cache_control: { type: 'ephemeral' } }]
  return {
    create: (url, stream) =>
      openaiCompatible({
        ...given,
        capabilities: { dialect: 'none', caching, outputLimitName: 'max_tokens' },
        provider,
        model: 'm',
        baseUrl: url,
        stream,
      }),
    reply: (stream, twice) => chat(stream, twice ? ['book', 'search', 'search'] : ['book']),
    body: {
      model: 'm',
      max_tokens: 4096,
      messages: [
        { role: 'system', content: marks ? system : 'Book trips.' },
        { role: 'user', content: 'To Rome.' },
        {
          role: 'assistant',
          content: 'I look.',
          tool_calls: [{ id: 'c1', type: 'function', function: { name: 'search', arguments: rome } }],
        },
        { role: 'tool', tool_call_id: 'c1', content: 'R1, 90 euros' },
        { role: 'user', content: 'Take it.' },
      ],
      tools: [
        { type: 'function', function: { name: 'search', description: 'Finds trips.', parameters } },
        {
          type: 'function',
          function: { name: 'book', description: 'Books a trip.', parameters: { type: 'object' } },
        },
      ],
      tool_choice: 'required',
      ...more,
    },
  }
}

function responses(stream: boolean, names: readonly string[]): Scene {
  const output = names.map((name, index) => ({
    type: 'function_call',
    id: `f${index}`,
    call_id: `c${index}`,
    name,
    arguments: rome,
  }))
  const body = { id: 'r', object: 'response', status: 'completed', model: 'gpt', output, usage: null }
  if (!stream) return { json: body }
  const parts = output.flatMap((item, output_index) => [
    named('response.output_item.added', { output_index, item: { ...item, arguments: '' } }),
    named('response.function_call_arguments.delta', { output_index, delta: rome.slice(0, 4) }),
    named('response.function_call_arguments.delta', { output_index, delta: rome.slice(4) }),
    named('response.function_call_arguments.done', { output_index, arguments: rome }),
  ])
  return { events: [...parts, named('response.completed', { response: body })] }
}

function chat(stream: boolean, names: readonly string[]): Scene {
  const calls = names.map((name, index) => ({
    id: `c${index}`,
    type: 'function',
    function: { name, arguments: rome },
  }))
  const whole = { id: 'x', object: 'chat.completion', model: 'm' }
  const message = { role: 'assistant', content: 'I book it.', tool_calls: calls }
  if (!stream) return { json: { ...whole, choices: [{ index: 0, message, finish_reason: 'tool_calls' }] } }
  const chunk = (delta: JsonObject, finish_reason: string | null = null) => ({
    data: { ...whole, choices: [{ index: 0, delta, finish_reason }] },
  })
  const parts = calls.flatMap(({ id, type, function: { name } }, index) => [
    chunk({ tool_calls: [{ index, id, type, function: { name, arguments: '' } }] }),
    chunk({ tool_calls: [{ index, function: { arguments: rome.slice(0, 4) } }] }),
    chunk({ tool_calls: [{ index, function: { arguments: rome.slice(4) } }] }),
  ])
  return {
    events: [chunk({ content: 'I book it.' }), ...parts, chunk({}, 'tool_calls'), { data: '[DONE]' }],
  }
}

describe.each(Object.entries(wires))('%s', (name, { create, reply, body }) => {
  const said = name === 'Responses API' ? '' : ',"text":"I book it."'

  test.each([false, true])(
    'messages, tools and their choice on the wire, to the byte (streaming %s)',
    (stream) =>
      withLoopback([reply(stream, false)], async (server) => {
        const pieces: string[] = []
        const onText = (piece: string): void => void pieces.push(piece)
        const model = create(server.url, stream)
        const response = await model.generate({ ...request, onText })
        const { stream: _, stream_options: __, ...sent } = server.requests[0]?.body ?? {}
        expect(sent).toEqual(body)
        expect(response).toMatchObject({
          text: `{"calls":[{"book":{"to":"Rome"}}]${said}}`,
          finishReason: 'stop',
        })
        expect(pieces.join('')).toBe(stream && said !== '' ? 'I book it.' : response.text)
        await model.generate({ ...request, toolChoice: 'auto' })
        expect(server.requests[1]?.text).toMatchSnapshot()
      }),
  )

  test.each([false, true])('an image and a file on the wire, to the byte (streaming %s)', (stream) =>
    withLoopback([reply(stream, false)], async (server) => {
      await create(server.url, stream).generate({ ...request, prompt: seen })
      expect(server.requests[0]?.text).toMatchSnapshot()
      expect(server.requests[0]?.text.match(/QUJD|UERG/g)).toEqual(['QUJD', 'UERG'])
    }),
  )

  test.each([false, true])('several calls are told all, those of one tool too (streaming %s)', (stream) =>
    withLoopback([reply(stream, true)], async (server) => {
      const { text } = await create(server.url, stream).generate(request)
      const rome = '{"to":"Rome"}'
      expect(text).toBe(`{"calls":[{"book":${rome}},{"search":${rome}},{"search":${rome}}]${said}}`)
    }),
  )
})
