import type { JsonObject, JsonValue } from '@skill-state/protocol'
import { describe, expect, test } from 'vitest'
import { type Scene, type ServerEvent, withLoopback } from '../../test/loopback.ts'
import { canary, headerCanary, testWire } from '../../test/wire-suite.ts'
import { openaiCompatible } from './openai-compatible.ts'

const usage = { prompt_tokens: 12, completion_tokens: 3, total_tokens: 15 }

/** A completion as OpenAI documents it, which the providers follow. */
const completion = (
  message: JsonObject,
  finish_reason: JsonValue = 'stop',
  rest: JsonObject = {},
): JsonObject => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1_741_570_283,
  model: 'exact',
  choices: [
    { index: 0, message: { role: 'assistant', refusal: null, ...message }, logprobs: null, finish_reason },
  ],
  usage,
  ...rest,
})

/** The same completion in chunks: the role, the message, the finish reason, and at last the usage. */
function chunksOf({ choices, usage, ...rest }: JsonObject): readonly ServerEvent[] {
  const { message, finish_reason } =
    (choices as unknown as { message: JsonObject; finish_reason: JsonValue }[])[0] ?? {}
  const { tool_calls, ...others } = message ?? {}
  const calls = (tool_calls ?? []) as readonly JsonObject[]
  const delta = {
    ...others,
    ...(calls.length > 0 && { tool_calls: calls.map((call, index) => ({ index, ...call })) }),
  }
  const chunk = (body: JsonObject) => ({ data: { ...rest, object: 'chat.completion.chunk', ...body } })
  return [
    chunk({
      choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }],
      usage: null,
    }),
    chunk({ choices: [{ index: 0, delta, finish_reason: null }], usage: null }),
    chunk({ choices: [{ index: 0, delta: {}, finish_reason: finish_reason ?? null }], usage: null }),
    chunk({ choices: [], usage: usage ?? null }),
    { data: '[DONE]' },
  ]
}

const scene = (stream: boolean, body: JsonObject): Scene =>
  stream ? { events: chunksOf(body) } : { json: body }
const hello = completion({ content: 'hello' })

type OpenAICompatibleOptions = Parameters<typeof openaiCompatible>[0]

const model = (url: string, options: Partial<OpenAICompatibleOptions> = {}) =>
  openaiCompatible({
    provider: 'openrouter',
    model: 'm',
    apiKey: canary,
    baseUrl: `${url}/v1`,
    env: {},
    ...options,
  })

testWire({
  keyVariable: 'OPENROUTER_API_KEY',
  create: (url, stream, transport) =>
    model(url, { stream, transport, headers: { 'x-api-key': headerCanary } }),
  reply: (stream) => scene(stream, hello),
  part: (stream) => (stream ? { events: chunksOf(hello).slice(0, 2) } : { json: hello }),
  failure: (stream, message) => {
    const error = { code: 502, message }
    const choices = [{ index: 0, delta: { content: '' }, finish_reason: 'error' }]
    return stream
      ? {
          events: [
            ...chunksOf(hello).slice(0, 2),
            { data: { id: 'gen-1', error, choices } },
            { data: '[DONE]' },
          ],
        }
      : { json: { error } }
  },
})

describe.each([false, true])('with streaming %s', (stream) => {
  const answerOf = (body: JsonObject, options: Partial<OpenAICompatibleOptions> = {}) =>
    withLoopback([scene(stream, body)], (server) =>
      model(server.url, { stream, ...options }).generate({ prompt: 'hi' }),
    )
  const call = (args: string) => ({
    id: 'c',
    type: 'function',
    function: { name: 'answer', arguments: args },
  })

  test('usage in our classes, and as it came', async () => {
    const answer = await answerOf(hello)
    expect(answer.usage).toEqual({ inputTokens: 12, outputTokens: 3 })
    expect(answer.rawUsage).toEqual(usage)
  })

  test('no usage is no figure', async () => {
    const answer = await answerOf(completion({ content: 'hello' }, 'stop', { usage: null }))
    expect(answer.usage).toEqual({})
    expect(answer).not.toHaveProperty('rawUsage')
  })

  test("llama.cpp's timings", async () => {
    const body = completion({ content: 'hello' }, 'stop', { timings: { cache_n: 8, prompt_n: 4 } })
    expect((await answerOf(body, { provider: 'llamacpp' })).usage).toMatchObject({ cachedInputTokens: 8 })
  })

  test.each([
    [
      'a tool call',
      { content: null, tool_calls: [call('{"a":1}'), call('{}')] },
      'tool_calls',
      '{"a":1}',
      'stop',
    ],
    ['parts', { content: [{ type: 'text', text: 'hello' }] }, 'stop', 'hello', 'stop'],
    ['no content', { content: null }, 'stop', '', 'stop'],
    ['a refusal', { content: null, refusal: 'I cannot' }, 'stop', 'I cannot', 'refusal'],
    ['a reply that max_tokens ends', { content: 'hel' }, 'length', 'hel', 'length'],
    ['a filtered reply', { content: 'hel' }, 'content_filter', 'hel', 'refusal'],
    ['an unknown end', { content: 'hel' }, 'tired', 'hel', 'other'],
  ] as const)('%s', async (_, message, reason, text, finishReason) => {
    expect(await answerOf(completion(message as unknown as JsonObject, reason))).toMatchObject({
      text,
      finishReason,
    })
  })
})

test('a whole reply may lack a finish reason', () =>
  withLoopback([{ json: completion({ content: 'a' }, null) }], async (server) => {
    const answer = await model(server.url, { stream: false }).generate({ prompt: 'hi' })
    expect(answer).toMatchObject({ text: 'a', finishReason: 'other' })
  }))

test.each([
  ['no choices', { ...hello, choices: [] }, 'no choice'],
  ['a failed choice', { ...hello, choices: [{ error: { code: 502, message: 'gone' } }] }, 'gone'],
])('%s', (_, json, message) =>
  withLoopback([{ json }], async (server) => {
    const asking = model(server.url, { stream: false, transport: { attempts: 1 } })
    await expect(asking.generate({ prompt: 'hi' })).rejects.toMatchObject({
      code: 'model-failed',
      message: expect.stringContaining(message),
      cause: { mayBeCharged: true },
    })
  }),
)

const answerSchema = {
  type: 'object',
  properties: { a: { type: 'string' } },
  required: ['a'],
  additionalProperties: false,
}

test.each([
  ['openai-strict', 'response_format'],
  ['gemini', 'response_format'],
  ['xgrammar', 'response_format'],
  ['ollama', 'response_format'],
  ['gbnf', 'grammar'],
  ['tool', 'tools'],
] as const)('the dialect %s asks with %s', (dialect, field) =>
  withLoopback([{ json: hello }], async (server) => {
    const asking = model(server.url, { stream: false, capabilities: { dialect } })
    expect(asking.enforce?.(answerSchema)).toMatchObject({ enforced: dialect !== 'tool', dialect })
    await asking.generate({ prompt: 'hi', answerSchema })
    await asking.generate({ prompt: 'hi' })
    expect(server.requests[0]?.body).toHaveProperty(field)
    expect(server.requests[1]?.body).not.toHaveProperty(field)
  }),
)

test('a schema that nothing enforces is not sent', () =>
  withLoopback([{ json: hello }], async (server) => {
    const asking = model(server.url, { stream: false, capabilities: { dialect: 'none' } })
    expect(asking).not.toHaveProperty('enforce')
    await asking.generate({ prompt: 'hi', answerSchema })
    expect(Object.keys(server.requests[0]?.body ?? {})).toEqual(['model', 'messages', 'max_tokens'])
  }))

test('streams are asked for usage, but not of Mistral', () =>
  withLoopback([scene(true, hello)], async (server) => {
    await model(server.url).generate({ prompt: 'hi' })
    await model(server.url, { provider: 'mistral' }).generate({ prompt: 'hi' })
    expect(server.requests[0]?.body).toMatchObject({ stream: true, stream_options: { include_usage: true } })
    expect(server.requests[1]?.body).not.toHaveProperty('stream_options')
  }))

test('a local server needs no key, and gets none', () =>
  withLoopback([{ json: hello }], async (server) => {
    const asking = openaiCompatible({
      provider: 'vllm',
      model: 'm',
      baseUrl: server.url,
      env: {},
      stream: false,
    })
    await asking.generate({ prompt: 'hi' })
    expect(server.requests[0]?.path).toBe('/chat/completions')
    expect(server.requests[0]?.headers).not.toHaveProperty('authorization')
  }))

test('a provider of any name, where it has a base URL', () =>
  withLoopback([{ json: hello }], async (server) => {
    const options = { provider: 'mine', model: 'm', env: {}, stream: false, temperature: 0.5 }
    expect(() => openaiCompatible(options)).toThrow('mine is in no table of providers: give its baseUrl')
    const asking = openaiCompatible({ ...options, baseUrl: server.url, headers: { 'x-title': 'runs' } })
    expect(asking.id).toBe('mine:m')
    expect(asking.capabilities?.notes?.[0]).toContain('mine:m')
    expect((await asking.generate({ prompt: 'hi' })).text).toBe('hello')
    expect(server.requests[0]?.headers['x-title']).toBe('runs')
    expect(asking.settings).toEqual({
      host: new URL(server.url).host,
      temperature: 0.5,
      maxOutputTokens: 4096,
      dialect: 'none',
      stream: false,
      headers: ['x-title'],
    })
  }))
