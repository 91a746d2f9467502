import { expect, test, vi } from 'vitest'
import { withLoopback } from '../test/loopback.ts'
import { providerModel } from './provider-model.ts'
import { providerTable } from './wire/provider-table.ts'

const names = Object.keys(providerTable)

test.each(names)('%s: a key that is needed is named before anything is sent', async (name) => {
  const { keyNeeded, keyVariables } = providerTable[name] ?? { keyNeeded: true, keyVariables: [] }
  const creating = providerModel(`${name}:some-model`, { env: {} })
  if (keyNeeded) {
    await expect(creating).rejects.toMatchObject({
      code: 'missing-key',
      message: `${name} needs a key: set the environment variable ${keyVariables[0]}`,
    })
  } else expect((await creating).id).toBe(`${name}:some-model`)
})

test.each(names)('%s: a key in the environment is enough', async (name) => {
  const env = { [providerTable[name]?.keyVariables.at(-1) ?? '']: 'key' }
  expect((await providerModel(`${name}:some-model`, { env })).id).toBe(`${name}:some-model`)
})

test.each(names)('%s has a base URL that can be used', (name) => {
  expect(URL.canParse(providerTable[name]?.baseUrl ?? '')).toBe(true)
})

test.each([
  ['nobody:model', 'no provider "nobody"'],
  ['constructor:model', 'no provider "constructor"'],
  ['gpt-5', 'no provider "gpt-5"'],
  ['', 'no provider ""'],
  ['openai', 'names no model'],
  ['openai:', 'names no model'],
  ['openai: ', 'names no model'],
])('%j is rejected', async (name, message) => {
  await expect(providerModel(name, { env: {} })).rejects.toMatchObject({
    code: 'invalid-option',
    message: expect.stringContaining(message),
  })
})

test.each([
  ['openai', 'seed'],
  ['anthropic', 'topK'],
  ['anthropic', 'reasoningEffort'],
] as const)('%s has no place for %s', async (provider, option) => {
  const creating = providerModel(`${provider}:m`, { env: {}, apiKey: 'k', [option]: 1 })
  await expect(creating).rejects.toMatchObject({
    code: 'invalid-option',
    message: `${provider} does not accept ${option}: leave it out`,
  })
})

test("a model's name may have colons", async () => {
  expect((await providerModel('ollama:llama3:8b', { env: {} })).id).toBe('ollama:llama3:8b')
})

test.each([
  ['localhost', 'localhost:11434'],
  ['0.0.0.0:80', '127.0.0.1'],
  ['http://10.0.0.1', '10.0.0.1'],
  ['https://ollama.com/', 'ollama.com'],
  ['', 'localhost:11434'],
])('OLLAMA_HOST %j is %s', async (OLLAMA_HOST, host) => {
  expect((await providerModel('ollama:m', { env: { OLLAMA_HOST } })).settings).toMatchObject({ host })
})

test.each([
  ['openai:m', { OPENAI_API_KEY: 'k' }, 'OPENAI_BASE_URL', '/responses'],
  ['anthropic:m', { ANTHROPIC_API_KEY: 'k' }, 'ANTHROPIC_BASE_URL', '/v1/messages'],
  ['ollama:m', {}, 'OLLAMA_HOST', '/v1/chat/completions'],
] as const)('%s is asked where its environment variable says', (name, env, variable, path) =>
  withLoopback([{ status: 400, json: { error: { message: 'no' } } }], async (server) => {
    const model = await providerModel(name, { env: { ...env, [variable]: server.url } })
    await expect(model.generate({ prompt: 'hi' })).rejects.toMatchObject({ code: 'model-refused' })
    expect(server.requests.map((request) => request.path)).toEqual([path])
  }),
)

test('other options go through', async () => {
  const options = {
    env: {},
    capabilities: { sampling: ['temperature'] as const },
    temperature: 0.25,
    stream: false,
  }
  const model = await providerModel('vllm:m', { ...options, maxOutputTokens: 77 })
  expect(model.settings).toMatchObject({ temperature: 0.25, stream: false, maxOutputTokens: 77 })
})

test.each([
  ['gemini:gemini-3-flash', {}, { temperature: 0, topP: 1 }],
  ['gemini:gemini-3-flash', { temperature: 0.7 }, { temperature: 0.7, topP: 1 }],
  ['gemini:gemini-3-flash', { topP: 0.9 }, { temperature: 0, topP: 0.9 }],
  ['gemini:gemini-3.8-flash', {}, {}],
  ['openai:gpt-4.1', {}, { temperature: 0, topP: 1 }],
  ['openai:gpt-5', {}, {}],
  ['anthropic:claude-haiku-4-5', {}, { temperature: 0 }],
  ['anthropic:claude-haiku-4-5', { topP: 0.9 }, { topP: 0.9 }],
  ['vllm:m', { capabilities: { sampling: ['topP'] as const } }, { topP: 1 }],
])('greedy %s with %j sends %j', async (name, options, sent) => {
  const { settings = {} } = await providerModel(name, { env: {}, apiKey: 'k', greedy: true, ...options })
  const { temperature, topP } = settings
  expect({ ...(temperature !== undefined && { temperature }), ...(topP !== undefined && { topP }) }).toEqual(
    sent,
  )
})

test('nothing is sent unless it is asked for', async () => {
  const { settings = {} } = await providerModel('openai:gpt-4.1', { env: {}, apiKey: 'k' })
  expect(Object.keys(settings)).not.toContain('temperature')
})

const formats = [
  ['openai:m', 'OPENAI_API_KEY'],
  ['anthropic:m', 'ANTHROPIC_API_KEY'],
  ['vllm:m', 'VLLM_API_KEY'],
] as const

test.each(formats)('%s follows no redirect, with which its key would go', async (name, variable) => {
  await withLoopback([{ text: 'stolen' }], (elsewhere) =>
    withLoopback([{ status: 307, headers: { location: elsewhere.url } }], async ({ url }) => {
      const model = await providerModel(name, { env: { [variable]: 'k' }, baseUrl: url })
      await expect(model.generate({ prompt: 'hi' })).rejects.toMatchObject({
        code: 'model-refused',
        message: expect.stringContaining('redirects are not followed'),
      })
      expect(elsewhere.requests).toEqual([])
    }),
  )
})

test.each(formats)('%s: two keys at once do not mix', (name, variable) =>
  withLoopback([{ status: 400, delayMs: 5, json: { error: { message: 'no' } } }], async (server) => {
    const keys = ['key-a', 'key-b']
    const models = await Promise.all(
      keys.map((key) => providerModel(name, { env: { [variable]: key }, baseUrl: server.url })),
    )
    const calls = models.flatMap((model, index) =>
      [1, 2, 3].map(() => model.generate({ prompt: `${keys[index]}` }).catch(() => {})),
    )
    await Promise.all(calls)
    for (const { headers, body } of server.requests) {
      const { input, messages } = body
      expect(JSON.stringify(input ?? messages)).toContain(
        String(headers.authorization).slice('Bearer '.length),
      )
    }
    expect(new Set(server.requests.map(({ headers }) => headers.authorization)).size).toBe(2)
  }),
)

test.each(formats)('%s sends the headers of its own variable, and of no other', (name, variable) =>
  withLoopback([{ status: 400, json: { error: { message: 'no' } } }], async (server) => {
    const lines = {
      OPENAI_CUSTOM_HEADERS: 'x-mine: openai:m',
      ANTHROPIC_CUSTOM_HEADERS: 'x-mine: anthropic:m',
    }
    for (const [each, value] of Object.entries(lines)) vi.stubEnv(each, value)
    for (const env of [{ ...lines, [variable]: 'k' }, { [variable]: 'k' }]) {
      const model = await providerModel(name, { env, baseUrl: server.url })
      await model.generate({ prompt: 'hi' }).catch(() => {})
    }
    vi.unstubAllEnvs()
    const own = name === 'vllm:m' ? undefined : name
    expect(server.requests.map(({ headers }) => headers['x-mine'])).toEqual([own, undefined])
  }),
)
