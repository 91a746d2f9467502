import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testModel } from '@skill-state/protocol/conformance'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ToyOptions, toyLibrary } from '../../test/toy-library.ts'
import { local } from './local.ts'
import type { LocalOptions } from './options.ts'

// The engine here is a toy; `pnpm smoke:model` runs the real one.
let folder: string
let file: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'skill-state-local-'))
  file = join(folder, 'toy.gguf')
  writeFileSync(file, '')
})
afterAll(() => rmSync(folder, { recursive: true }))

const echo: ToyOptions = { reply: (prompt) => `echo ${prompt}` }

const open = (toy: ToyOptions = echo, options: LocalOptions = {}): ReturnType<typeof local> =>
  local(file, { library: toyLibrary(toy).library, ...options })

describe('conformance', () => {
  for (const check of testModel({ create: () => open(), prompt: 'any' })) {
    test(check.name, () => check.run())
  }
})

test('a reply is the text before the end, and every token is counted', async () => {
  const model = await open()
  expect(await model.generate({ prompt: 'hi' })).toEqual({
    text: 'echo <hi>',
    finishReason: 'stop',
    usage: { inputTokens: 4, cachedInputTokens: 0, outputTokens: 10 },
    model: 'local:toy.gguf',
  })
})

test('a stop of the template ends a reply and is no part of it', async () => {
  const model = await open({ reply: () => 'one## Human: two', stops: ['## Human'] })
  expect(await model.generate({ prompt: 'x' })).toMatchObject({ text: 'one', finishReason: 'stop' })
})

test('a listener hears a reply without the stop that ends it', async () => {
  const pieces: string[] = []
  const onText = (piece: string): void => void pieces.push(piece)
  const model = await open({ reply: () => 'a # b## Human: two', stops: ['## Human'] })
  await model.generate({ prompt: 'x', onText })
  expect(pieces.join('')).toBe('a # b')
  expect(pieces.length).toBeGreaterThan(2)
})

test('a listener hears whole characters only', async () => {
  const pieces: string[] = []
  const { library } = toyLibrary({ reply: () => 'gr\u00c3\u00bcn' })
  // The engine shows a character that lacks bytes as U+FFFD.
  const toText = (tokens: readonly number[]): string => Buffer.from(tokens).toString('utf8')
  const getLlama: typeof library.getLlama = async (...options) => {
    const llama = await library.getLlama(...options)
    const loadModel: typeof llama.loadModel = async (path) => ({
      ...(await llama.loadModel(path)),
      detokenize: toText,
    })
    return { ...llama, loadModel }
  }
  const model = await local(file, { library: { ...library, getLlama } })
  await model.generate({ prompt: 'x', onText: (piece) => void pieces.push(piece) })
  expect(pieces).toEqual(['g', 'r', 'ü', 'n'])
})

test.each([
  [{ maxOutputTokens: 3 }, 3],
  [{ contextSize: 10 }, 6],
])('with %j, a reply ends after %i tokens', async (options, outputTokens) => {
  const { finishReason, usage } = await (await open(echo, options)).generate({ prompt: 'x' })
  expect({ finishReason, outputTokens: usage.outputTokens }).toEqual({ finishReason: 'length', outputTokens })
})

test('a prompt that leaves no room for a reply is rejected, and nothing is read', async () => {
  const { library, log } = toyLibrary(echo)
  const model = await local(file, { library, contextSize: 10 })
  await expect(model.generate({ prompt: '1234567' })).rejects.toMatchObject({
    code: 'model-refused',
    message: expect.stringContaining('9 tokens, too many for a context of 10'),
  })
  expect(log.reads).toEqual([])
  expect((await model.generate({ prompt: '123456' })).usage).toMatchObject({ outputTokens: 1 })
})

test('what two prompts begin with is read once, in whole groups', async () => {
  const { library, log } = toyLibrary(echo)
  const model = await local(file, { library })
  const cached = async (prompt: string): Promise<number | undefined> =>
    (await model.generate({ prompt })).usage.cachedInputTokens
  expect(await cached('a'.repeat(150))).toBe(0)
  expect(await cached(`${'a'.repeat(149)}b`)).toBe(128)
  expect(await cached(`${'a'.repeat(100)}b`)).toBe(64)
  expect(await cached('b')).toBe(0)
  expect(log.reads).toEqual([64, 64, 24, 24, 39, 3])
})

test('a reply does not become part of what the next prompt can use', async () => {
  const model = await open({ reply: () => 'r'.repeat(200) })
  await model.generate({ prompt: 'p'.repeat(62) })
  const { usage } = await model.generate({ prompt: `${'p'.repeat(62)}>${'r'.repeat(200)}` })
  expect(usage.cachedInputTokens).toBe(0)
})

test('an abort rejects at once, frees those who wait, and leaves the model in order', async () => {
  let isHeld = true
  const forever = new Promise<void>(() => {})
  const released = Promise.withResolvers<void>()
  const pace = (): Promise<void> => (isHeld ? Promise.race([forever, released.promise]) : Promise.resolve())
  const model = await open({ ...echo, pace })
  const [first, second] = [new AbortController(), new AbortController()]
  const writing = model.generate({ prompt: 'a', signal: first.signal })
  const waiting = model.generate({ prompt: 'b', signal: second.signal })
  const last = model.generate({ prompt: 'c' })
  second.abort(new Error('second'))
  await expect(waiting).rejects.toThrow('second')
  first.abort(new Error('first'))
  await expect(writing).rejects.toThrow('first')
  isHeld = false
  released.resolve()
  expect((await last).text).toBe('echo <c>')
})

test('a schema becomes one grammar, which is read once; one that no grammar can express is left out', async () => {
  const { library, log } = toyLibrary(echo)
  const model = await local(file, { library, longestText: 7 })
  const answerSchema = { type: 'string' }
  for (const prompt of ['a', 'b']) await model.generate({ prompt, answerSchema })
  expect(log.grammars).toEqual([expect.stringContaining('{0,7}')])
  const hard = { type: 'number', multipleOf: 0.3 }
  expect(model.enforce?.(hard)).toMatchObject({ enforced: false, dialect: 'gbnf' })
  await model.generate({ prompt: 'c', answerSchema: hard })
  expect(log.evaluations.map(({ grammarEvaluationState }) => grammarEvaluationState !== undefined)).toEqual([
    true,
    true,
    false,
  ])
})

test('sampling goes to the engine, and settings and capabilities on record', async () => {
  const { library, log } = toyLibrary(echo)
  const options = { temperature: 0.5, topK: 3, seed: 7, name: 'toy', notice: 'a toy' }
  const model = await local(file, { library, ...options })
  await model.generate({ prompt: 'x' })
  expect(log.evaluations).toEqual([{ temperature: 0.5, topK: 3, seed: 7, yieldEogToken: true }])
  expect(model).toMatchObject({ id: 'local:toy', notice: 'a toy' })
  expect(model.capabilities).toEqual({ contextTokens: 500, maxOutputTokens: 4096 })
  expect(model.settings).toEqual({
    temperature: 0.5,
    topK: 3,
    seed: 7,
    engine: 'node-llama-cpp 0.0.0',
    threads: 1,
    contextSize: 500,
    maxOutputTokens: 4096,
    dialect: 'gbnf',
  })
})

test('it is disposed of once, after the calls under way, and answers no more', async () => {
  const { library, log } = toyLibrary(echo)
  const model = await local(file, { library })
  const call = model.generate({ prompt: 'x' })
  await Promise.all([model[Symbol.asyncDispose](), model[Symbol.asyncDispose]()])
  expect((await call).text).toBe('echo <x>')
  expect(log.disposals).toBe(1)
  await expect(model.generate({ prompt: 'x' })).rejects.toMatchObject({ code: 'model-failed' })
})

test.each([
  [{ temperature: Number.NaN }, 'temperature must be a number'],
  [{ threads: 0 }, 'threads must be a whole number from 1'],
  [{ contextSize: 1.5 }, 'contextSize must be a whole number from 1'],
  [{ maxOutputTokens: -1 }, 'maxOutputTokens must be a whole number from 1'],
])('%j is rejected', async (options, message) => {
  await expect(open(echo, options)).rejects.toMatchObject({
    code: 'invalid-option',
    message: `local:toy.gguf: ${message}`,
  })
})

test('a file that is not there, or is no model, is rejected in one line', async () => {
  const { library, log } = toyLibrary(echo)
  const absent = join(folder, 'absent.gguf')
  await expect(local(absent, { library })).rejects.toMatchObject({
    code: 'invalid-option',
    message: `there is no model file ${absent}`,
  })
  const broken: unknown = {
    ...library,
    getLlama: async () => ({
      ...(await library.getLlama({ gpu: false, build: 'never', maxThreads: 1, logLevel: 'error' })),
      loadModel: () => Promise.reject(new Error('Invalid magic\nat byte 0')),
    }),
  }
  await expect(local(file, { library: broken })).rejects.toMatchObject({
    code: 'invalid-option',
    message: `${file} cannot be loaded as a GGUF model: Invalid magic`,
  })
  expect(log.disposals).toBe(1)
})

test('without node-llama-cpp, one line says what to run', async () => {
  await expect(local(file)).rejects.toMatchObject({
    code: 'invalid-option',
    message: expect.stringMatching(
      /^a local model needs the package node-llama-cpp.*npm i.*pnpm local-model/,
    ),
  })
})

test('node-llama-cpp is found beside the file of the model', async () => {
  const place = join(folder, 'beside')
  const library = join(place, 'node_modules/node-llama-cpp')
  mkdirSync(library, { recursive: true })
  writeFileSync(join(library, 'package.json'), '{ "type": "module", "main": "./main.js" }')
  writeFileSync(join(library, 'main.js'), "throw new Error('found')")
  await expect(local(join(place, 'toy.gguf'))).rejects.toMatchObject({
    message: 'node-llama-cpp is installed, but cannot be loaded: found',
  })
})
