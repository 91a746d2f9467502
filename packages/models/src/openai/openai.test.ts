import { describe, expect, test } from 'vitest'
import { type Scene, withLoopback } from '../../test/loopback.ts'
import { canary, headerCanary, testWire } from '../../test/wire-suite.ts'
import { openai } from './openai.ts'

const usage = {
  input_tokens: 2000,
  input_tokens_details: { cached_tokens: 1024, cache_write_tokens: 0 },
  output_tokens: 300,
  output_tokens_details: { reasoning_tokens: 192 },
  total_tokens: 2300,
}

const message = (content: readonly object[]) => ({
  type: 'message',
  id: 'msg_1',
  status: 'completed',
  role: 'assistant',
  content: [...content] as never,
})
const text = (value: string) => ({ type: 'output_text', text: value, annotations: [] })

/** A response as the API documents it. */
const response = (output: readonly object[], rest: object = {}) => ({
  id: 'resp_1',
  object: 'response',
  created_at: 1_741_476_777,
  status: 'completed',
  error: null,
  incomplete_details: null,
  model: 'exact',
  output: [...output] as never,
  usage,
  ...rest,
})

/** The response whole, or as the last of the events that lead to it. */
function scene(stream: boolean, body: ReturnType<typeof response>, last = 'response.completed'): Scene {
  if (!stream) return { json: body }
  const event = (type: string, rest: object) => ({ event: type, data: { type, sequence_number: 0, ...rest } })
  return {
    events: [
      event('response.created', { response: { ...body, status: 'in_progress', output: [], usage: null } }),
      event('response.output_text.delta', { output_index: 0, content_index: 0, delta: 'hel' }),
      event('response.output_text.delta', { output_index: 0, content_index: 0, delta: 'lo' }),
      event(last, { response: body }),
    ],
  }
}

const hello = response([{ type: 'reasoning', id: 'rs_1', summary: [] }, message([text('hello')])])

type OpenAIOptions = Parameters<typeof openai>[0]

const model = (url: string, options: Partial<OpenAIOptions> = {}) =>
  openai({ model: 'gpt-test', apiKey: canary, baseUrl: `${url}/v1`, env: {}, ...options })

testWire({
  keyVariable: 'OPENAI_API_KEY',
  create: (url, stream, transport) =>
    model(url, { stream, transport, headers: { 'x-api-key': headerCanary } }),
  reply: (stream) => scene(stream, hello),
  part: (stream) => {
    const whole = scene(stream, hello)
    return whole.events === undefined ? whole : { events: whole.events.slice(0, 2) }
  },
  failure: (stream, reason) => {
    const failed = response([], { status: 'failed', error: { code: 'server_error', message: reason } })
    return scene(stream, failed, 'response.failed')
  },
})

describe.each([false, true])('with streaming %s', (stream) => {
  const answerOf = (body: ReturnType<typeof response>, last?: string) =>
    withLoopback([scene(stream, body, last)], (server) =>
      model(server.url, { stream }).generate({ prompt: 'hi' }),
    )

  test('usage in our classes, and as it came', async () => {
    const answer = await answerOf(hello)
    expect(answer.usage).toEqual({
      inputTokens: 2000,
      cachedInputTokens: 1024,
      cacheWriteTokens: 0,
      outputTokens: 300,
      reasoningTokens: 192,
    })
    expect(answer.rawUsage).toEqual(usage)
  })

  test('no usage is no figure', async () => {
    const answer = await answerOf(response([message([text('hello')])], { usage: null }))
    expect(answer.usage).toEqual({})
    expect(answer).not.toHaveProperty('rawUsage')
  })

  test('a refusal', async () => {
    const answer = await answerOf(response([message([{ type: 'refusal', refusal: 'I cannot' }])]))
    expect(answer).toMatchObject({ text: 'I cannot', finishReason: 'refusal' })
  })

  test('a reply that max_output_tokens ends', async () => {
    const rest = { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }
    const answer = await answerOf(response([message([text('hel')])], rest), 'response.incomplete')
    expect(answer).toMatchObject({ text: 'hel', finishReason: 'length', usage: { outputTokens: 300 } })
  })

  test('the arguments of a call are the reply', async () => {
    const call = { type: 'function_call', id: 'fc_1', call_id: 'c', name: 'answer', arguments: '{"a":1}' }
    expect(await answerOf(response([call]))).toMatchObject({ text: '{"a":1}', finishReason: 'stop' })
  })
})

test('an error event ends a stream', () =>
  withLoopback(
    [
      {
        events: [
          { event: 'error', data: { type: 'error', code: 'server_error', message: 'oh', param: null } },
        ],
      },
    ],
    async (server) => {
      const call = model(server.url, { transport: { attempts: 1 } }).generate({ prompt: 'hi' })
      await expect(call).rejects.toMatchObject({
        message: expect.stringContaining('oh'),
        cause: { status: 500 },
      })
    },
  ))

test('what is sent', () =>
  withLoopback([{ json: hello }], async (server) => {
    const capabilities = { dialect: 'openai-strict', sampling: ['temperature'] } as const
    const options = { temperature: 0, maxOutputTokens: 50, stream: false, capabilities }
    const asking = model(server.url, { ...options, organization: 'org-1', project: 'proj-1' })
    const answerSchema = {
      type: 'object',
      properties: { a: { type: 'string' } },
      required: ['a'],
      additionalProperties: false,
    }
    expect(asking.enforce?.(answerSchema)).toEqual({ enforced: true, dialect: 'openai-strict' })
    await asking.generate({ prompt: 'hi', answerSchema })
    expect(server.requests[0]).toMatchObject({
      method: 'POST',
      path: '/v1/responses',
      headers: { 'openai-organization': 'org-1', 'openai-project': 'proj-1' },
      body: {
        model: 'gpt-test',
        input: 'hi',
        store: false,
        temperature: 0,
        max_output_tokens: 50,
        text: { format: { type: 'json_schema', strict: true } },
      },
    })
    expect(asking.settings).toEqual({
      host: new URL(server.url).host,
      temperature: 0,
      maxOutputTokens: 50,
      dialect: 'openai-strict',
      stream: false,
      store: false,
      organization: 'org-1',
      project: 'proj-1',
    })
  }))

test('the environment of the process goes nowhere that it is not meant for', () =>
  withLoopback([{ json: hello }], async (server) => {
    process.env.OPENAI_CUSTOM_HEADERS = 'x-other: secret'
    process.env.OPENAI_ORG_ID = 'org-of-somebody'
    try {
      await model(server.url, { stream: false }).generate({ prompt: 'hi' })
    } finally {
      delete process.env.OPENAI_CUSTOM_HEADERS
      delete process.env.OPENAI_ORG_ID
    }
    expect(server.requests[0]?.headers).not.toHaveProperty('x-other')
    expect(server.requests[0]?.headers).not.toHaveProperty('openai-organization')
  }))

test('the environment names the server, the key, the organization and the project', () =>
  withLoopback([{ json: hello }], async (server) => {
    const env = {
      OPENAI_API_KEY: ' key ',
      OPENAI_BASE_URL: `${server.url}/proxy`,
      OPENAI_ORG_ID: 'org-2',
      OPENAI_PROJECT_ID: 'proj-2',
    }
    await openai({ model: 'gpt-test', env, stream: false }).generate({ prompt: 'hi' })
    expect(server.requests[0]).toMatchObject({
      path: '/proxy/responses',
      headers: { authorization: 'Bearer key', 'openai-organization': 'org-2', 'openai-project': 'proj-2' },
    })
  }))

test.each([
  [{ env: {} }, 'missing-key', 'OPENAI_API_KEY'],
  [{ apiKey: 'k', capabilities: { sampling: [] }, temperature: 0 }, 'invalid-option', 'temperature'],
  [
    { apiKey: 'k', capabilities: { sampling: ['temperature'] }, temperature: Number.NaN },
    'invalid-option',
    'temperature',
  ],
  [{ apiKey: 'k', maxOutputTokens: 0 }, 'invalid-option', 'maxOutputTokens'],
  [{ apiKey: 'k', baseUrl: 'localhost:80' }, 'invalid-option', 'base URL'],
  [{ apiKey: 'k', baseUrl: 'http://user:hush@localhost' }, 'invalid-option', 'base URL'],
  [{ apiKey: 'k', baseUrl: 'http://hush@localhost' }, 'invalid-option', 'base URL'],
  [{ apiKey: 'k', baseUrl: 'http://:hush@localhost' }, 'invalid-option', 'base URL'],
] as const)('%j is rejected before anything is sent', (options, code, word) => {
  const create = () => openai({ model: 'gpt-test', env: {}, ...options } as OpenAIOptions)
  expect(create).toThrow(expect.objectContaining({ code, message: expect.stringContaining(word) }))
  expect(create).not.toThrow(/hush/)
})
