import { expect, test } from 'vitest'
import { createModel } from './create-model.ts'
import { providerTable } from './providers.ts'
import { withLoopback } from './transport/_loopback.ts'

const names = Object.keys(providerTable)

test.each(names)('%s: a key that is needed is named before anything is sent', async (name) => {
  const { keyNeeded, keyVariables } = providerTable[name] ?? { keyNeeded: true, keyVariables: [] }
  const creating = createModel(`${name}:some-model`, { env: {} })
  if (keyNeeded) {
    await expect(creating).rejects.toMatchObject({
      code: 'missing-key',
      message: `${name} needs a key: set the environment variable ${keyVariables[0]}`,
    })
  } else expect((await creating).id).toBe(`${name}:some-model`)
})

test.each(names)('%s: a key in the environment is enough', async (name) => {
  const env = { [providerTable[name]?.keyVariables.at(-1) ?? '']: 'key' }
  expect((await createModel(`${name}:some-model`, { env })).id).toBe(`${name}:some-model`)
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
])('%j is refused', async (name, message) => {
  await expect(createModel(name, { env: {} })).rejects.toMatchObject({
    code: 'invalid-option',
    message: expect.stringContaining(message),
  })
})

test.each([
  ['openai', 'seed'],
  ['anthropic', 'topK'],
  ['anthropic', 'reasoningEffort'],
] as const)('%s has no place for %s', async (provider, option) => {
  const creating = createModel(`${provider}:m`, { env: {}, apiKey: 'k', [option]: 1 })
  await expect(creating).rejects.toMatchObject({
    code: 'invalid-option',
    message: `${provider} does not accept ${option}: leave it out`,
  })
})

test("a model's name may have colons", async () => {
  expect((await createModel('ollama:llama3:8b', { env: {} })).id).toBe('ollama:llama3:8b')
})

test.each([
  ['localhost', 'localhost:11434'],
  ['0.0.0.0:80', '127.0.0.1'],
  ['http://10.0.0.1', '10.0.0.1'],
  ['https://ollama.com/', 'ollama.com'],
  ['', 'localhost:11434'],
])('OLLAMA_HOST %j is %s', async (OLLAMA_HOST, host) => {
  expect((await createModel('ollama:m', { env: { OLLAMA_HOST } })).settings).toMatchObject({ host })
})

test.each([
  ['openai:m', { OPENAI_API_KEY: 'k' }, 'OPENAI_BASE_URL', '/responses'],
  ['anthropic:m', { ANTHROPIC_API_KEY: 'k' }, 'ANTHROPIC_BASE_URL', '/v1/messages'],
  ['ollama:m', {}, 'OLLAMA_HOST', '/v1/chat/completions'],
] as const)('%s is asked where its environment variable says', (name, env, variable, path) =>
  withLoopback([{ status: 400, json: { error: { message: 'no' } } }], async (server) => {
    const model = await createModel(name, { env: { ...env, [variable]: server.url } })
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
  const model = await createModel('vllm:m', { ...options, maxOutputTokens: 77 })
  expect(model.settings).toMatchObject({ temperature: 0.25, stream: false, maxOutputTokens: 77 })
})
