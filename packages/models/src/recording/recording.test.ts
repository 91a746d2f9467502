import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Enforcement, JsonObject, Model, ModelResponse } from '@skill-state/protocol'
import { testModel } from '@skill-state/protocol/conformance'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createFolder, filesIn } from '../../test/folder.ts'
import { scripted } from '../scripted.ts'
import { recording } from './recording.ts'
import { replay } from './replay.ts'
import { keyOf, requestText } from './request-key.ts'

describe('conformance of a recording model', () => {
  const create = () =>
    recording(
      scripted(() => 'Go.'),
      createFolder(),
    )
  for (const check of testModel({ create, prompt: 'any' })) test(check.name, () => check.run())
})

describe('conformance of a replay', () => {
  const create = async () => {
    const folder = createFolder()
    const model = recording(
      scripted(() => 'Go.'),
      folder,
    )
    for (let call = 0; call < 3; call += 1) await model.generate({ prompt: 'any' })
    return replay(folder)
  }
  for (const check of testModel({ create, prompt: 'any' })) test(check.name, () => check.run())
})

const enforced: Enforcement = { enforced: true, dialect: 'd' }
const refused: Enforcement = { enforced: false, dialect: 'd', reasons: [{ path: '/a', message: 'no "a"' }] }
const response: ModelResponse = {
  text: 'Go north.',
  finishReason: 'length',
  usage: { inputTokens: 9, cachedInputTokens: 4, outputTokens: 0 },
  rawUsage: { prompt_tokens: 9, more: [{ x: null }] },
  model: 'm-2026',
  fault: { class: 'wrong', kind: 'k', intended: { __proto__: null, a: 1 }, differs: true },
}

/** An instance of a class, as a model may be, that says all that a model can say. */
class Everything implements Model {
  readonly id = 'provider:m'
  readonly notice = 'not a language model'
  readonly settings = { temperature: 0.25, host: 'example.org' }
  readonly capabilities = {
    contextTokens: 1000,
    maxOutputTokens: 10,
    prices: { date: '2026-11-21', input: 0.1, cacheRead: 0, output: 1e-7 },
    notes: ['a note'],
    dialect: 'd',
  }
  readonly #answer = response

  enforce({ type }: JsonObject): Enforcement {
    return type === 'object' ? enforced : refused
  }

  generate(): Promise<ModelResponse> {
    return Promise.resolve(this.#answer)
  }
}

test('a replay says of itself what the model said, and answers what it answered', async () => {
  const folder = createFolder()
  const model = new Everything()
  const recorder = recording(model, folder)
  const request = { prompt: 'Where to?', answerSchema: { type: 'object' }, cacheBreakpoints: [5] }
  expect(await recorder.generate(request)).toBe(response)
  for (const type of ['object', 'array']) expect(recorder.enforce?.({ type })).toBe(model.enforce({ type }))

  const again = replay(folder)
  for (const one of [recorder, again]) {
    const { id, notice, settings, capabilities } = one
    expect({ id, notice, settings, capabilities }).toEqual({
      id: model.id,
      notice: model.notice,
      settings: model.settings,
      capabilities: model.capabilities,
    })
  }
  expect(again.enforce?.({ type: 'object' })).toEqual(enforced)
  expect(again.enforce?.({ type: 'array' })).toEqual(refused)
  expect(await again.generate(request)).toEqual({ ...response, replayed: 'recording' })
})

test('a model that never keeps to a schema is replayed as one', () => {
  const folder = createFolder()
  expect(recording(scripted([]), folder)).not.toHaveProperty('enforce')
  expect(replay(folder)).not.toHaveProperty('enforce')
})

test('the file of a response is a documented one', async () => {
  const folder = createFolder()
  const request = { prompt: 'one\ntwo', cacheBreakpoints: [4] }
  await recording(scripted(['Go.']), folder).generate(request)
  const asked = requestText({ id: 'scripted' }, request, {})
  const files = filesIn(folder)
  expect(Object.keys(files).map((file) => file.slice(folder.length + 1))).toEqual([
    'model.json',
    join('responses', `${keyOf(asked)}.1.jsonl`),
  ])
  expect(Object.values(files)).toEqual([
    '{"enforces":false,"format":1,"id":"scripted","notice":"scripted replies, not a language model"}\n',
    `${asked}\n{"response":{"text":"Go.","finishReason":"stop","usage":{},"model":"scripted"},"cacheBreakpoints":[4]}\n`,
  ])
})

/** Any sequence of UTF-16 units, lone surrogates and line breaks of all kinds included. */
const anyText = fc.string({ unit: fc.integer({ max: 0xffff }).map((unit) => String.fromCharCode(unit)) })

test('any texts come back as they were', async () => {
  const folder = createFolder()
  const replies: string[] = []
  const recorder = recording(
    scripted((_, call) => replies[call] ?? ''),
    folder,
  )
  const check = fc.asyncProperty(anyText, anyText, async (prompt, reply) => {
    replies.push(reply)
    await recorder.generate({ prompt: `${replies.length} ${prompt}` })
    expect((await replay(folder).generate({ prompt: `${replies.length} ${prompt}` })).text).toBe(reply)
  })
  await fc.assert(check)
})

test('a long reply to a long prompt comes back as it was', async () => {
  const folder = createFolder()
  const long = 'ä\n"\\\ud800'.repeat(200_000)
  await recording(scripted([long]), folder).generate({ prompt: long })
  expect((await replay(folder).generate({ prompt: long })).text).toBe(long)
})

test('repeats are kept in the order in which they came, also by a later recording', async () => {
  const folder = createFolder()
  const first = recording(scripted(['1', '2']), folder)
  await first.generate({ prompt: 'p' })
  await first.generate({ prompt: 'p' })
  await recording(scripted(['3']), folder).generate({ prompt: 'p' })
  await recording(scripted(['salted']), folder, { salt: '7' }).generate({ prompt: 'p' })

  expect(await textsOf(replay(folder), 3)).toEqual(['1', '2', '3'])
  expect(await textsOf(replay(folder, { salt: '7' }), 1)).toEqual(['salted'])
})

test('calls that overlap are all kept', async () => {
  const folder = createFolder()
  const recorder = recording(
    scripted((_, call) => `${call}`),
    folder,
  )
  const calls = Array.from({ length: 20 }, () => recorder.generate({ prompt: 'p' }))
  await Promise.all(calls)
  const texts = await textsOf(replay(folder), 20)
  expect(new Set(texts)).toEqual(new Set(calls.map((_, call) => `${call}`)))
})

test('a call that fails is not kept', async () => {
  const folder = createFolder()
  const recorder = recording(scripted([]), folder)
  await expect(recorder.generate({ prompt: 'p' })).rejects.toMatchObject({ code: 'script-exhausted' })
  await expect(replay(folder).generate({ prompt: 'p' })).rejects.toMatchObject({ code: 'unknown-request' })
})

test.each<[string, Partial<Model>]>([
  ['id', { id: 'other' }],
  ['notice', { notice: 'other' }],
  ['settings', { settings: { temperature: 1 } }],
  ['capabilities', { capabilities: { contextTokens: 1 } }],
  ['enforces', { enforce: () => enforced }],
])('a recording is of one model: another %s is rejected', (part, change) => {
  const folder = createFolder()
  const { notice: _, ...rest } = scripted([])
  const model = { ...rest, settings: { a: 1, b: 2 } }
  recording(model, folder)
  recording({ ...model, settings: { b: 2, a: 1 } }, folder)
  expect(() => recording({ ...model, ...change }, folder)).toThrow(
    expect.objectContaining({
      code: 'invalid-recording',
      message: `${folder} holds the recording of another model: its ${part} differs; name another folder`,
    }),
  )
})

test('so is another opinion of a schema', () => {
  const folder = createFolder()
  const model = (enforcement: Enforcement): Model => ({ ...scripted([]), enforce: () => enforcement })
  for (let time = 0; time < 2; time += 1) recording(model(enforced), folder).enforce?.({})
  expect(() => recording(model(refused), folder).enforce?.({})).toThrow(
    expect.objectContaining({ code: 'invalid-recording', message: expect.stringContaining('schemas') }),
  )
})

test('a folder that cannot be made is rejected before anything is sent', () => {
  const file = join(createFolder(), 'file')
  writeFileSync(file, '')
  expect(() => recording(scripted([]), file)).toThrow(expect.objectContaining({ code: 'invalid-option' }))
})

async function textsOf(model: Model, count: number): Promise<readonly string[]> {
  const texts: string[] = []
  for (let call = 0; call < count; call += 1) texts.push((await model.generate({ prompt: 'p' })).text)
  return texts
}
