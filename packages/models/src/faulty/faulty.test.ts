import type { InjectedFault, Model, ModelRequest, ModelResponse } from '@skill-state/protocol'
import { testModel } from '@skill-state/protocol/conformance'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { promptOf, replyOf, rich } from '../../test/faulty-scenes.ts'
import { layouts } from '../../test/layouts.ts'
import { scripted } from '../scripted.ts'
import { type FaultClass, faultClasses, variants } from './_inject.ts'
import { faulty as create, type FaultyOptions as Options } from './faulty.ts'

type FaultyOptions = Omit<Options, 'layouts'>
const faulty = (model: Model, options: FaultyOptions): Model => create(model, { ...options, layouts })

const none = { overwrite: 0, schema: 0, syntax: 0, wrong: 0 }
const reply = replyOf(rich.patch)
const prompt = promptOf(rich.state)
const inner = scripted(() => reply)

type Fault = InjectedFault & { readonly call: number; readonly reply: string }

async function ask(options: FaultyOptions, prompts: readonly string[]): Promise<readonly Fault[]> {
  const model = faulty(inner, options)
  const responses = await Promise.all(prompts.map((text) => model.generate({ prompt: text })))
  return responses.flatMap(({ fault, text }, call) => (fault ? [{ ...fault, call, reply: text }] : []))
}

function repeated(count: number, text: string = prompt): readonly string[] {
  return Array.from({ length: count }, () => text)
}

describe('conformance', () => {
  for (const rates of [none, { ...none, syntax: 1 }]) {
    for (const check of testModel({ create: () => faulty(inner, { rates, seed: 1 }), prompt })) {
      test(`${check.name} at ${rates.syntax}`, () => check.run())
    }
  }
})

test('keeps to the rates over 10,000 decisions', async () => {
  const rates = { overwrite: 0.068, schema: 0.02, syntax: 0.012, wrong: 0.1 }
  const faults = await ask({ rates, seed: 42 }, repeated(10_000))
  for (const name of faultClasses) {
    const count = faults.filter((fault) => fault.class === name).length
    const deviation = Math.sqrt(10_000 * rates[name] * (1 - rates[name]))
    expect(Math.abs(count - 10_000 * rates[name]), name).toBeLessThan(3 * deviation)
  }
})

test.each(faultClasses)('reaches every variant of %s, about equally often', async (name) => {
  const faults = await ask({ rates: { ...none, [name]: 1 }, seed: 7 }, repeated(2_000))
  expect(faults).toHaveLength(2_000)
  for (const { kind } of variants[name]) {
    const share = faults.filter((fault) => fault.kind === kind).length / 2_000
    expect(share * variants[name].length, kind).toBeGreaterThan(0.8)
  }
})

test('the same seed and prompts give the same faults, another seed gives others', async () => {
  const rates = { overwrite: 0.3, schema: 0.2, syntax: 0.1, wrong: 0.1 }
  const first = await ask({ rates, seed: 1 }, repeated(100))
  expect(await ask({ rates, seed: 1 }, repeated(100))).toEqual(first)
  const other = await ask({ rates, seed: 2 }, repeated(100))
  expect(other.map(({ call }) => call)).not.toEqual(first.map(({ call }) => call))
})

test('which calls are drawn does not depend on the prompts', async () => {
  const rates = { ...none, syntax: 0.5 }
  const calls = (faults: readonly Fault[]): readonly number[] => faults.map(({ call }) => call)
  expect(calls(await ask({ rates, seed: 3 }, repeated(50)))).toEqual(
    calls(await ask({ rates, seed: 3 }, repeated(50, 'Another prompt.'))),
  )
})

test('calls that overlap are numbered in the order in which they start', async () => {
  const rates = { ...none, schema: 0.5 }
  const model = faulty(inner, { rates, seed: 3 })
  const together = await Promise.all(repeated(50).map((text) => model.generate({ prompt: text })))
  const faults = await ask({ rates, seed: 3 }, repeated(50))
  expect(together.flatMap(({ text }) => (text === reply ? [] : [text]))).toEqual(
    faults.map((fault) => fault.reply),
  )
})

test('a call without a fault passes through as it is', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string(), fc.string(), fc.integer(), async (text, words, seed) => {
      const response: ModelResponse = { text, finishReason: 'other', usage: { inputTokens: 3 }, model: 'm' }
      const requests: ModelRequest[] = []
      const generate = async (sent: ModelRequest): Promise<ModelResponse> => {
        requests.push(sent)
        return response
      }
      const model = faulty({ id: 'm', generate }, { rates: none, seed })
      const request = { prompt: words }
      expect(await model.generate(request)).toBe(response)
      expect(requests[0]).toBe(request)
    }),
  )
})

test.each(['Action: Wait', '', '```json\n{"state_patch":{}\n```'])(
  'a reply without a block passes through: %j',
  async (text) => {
    const model = faulty(scripted([text]), { rates: { ...none, wrong: 1 }, seed: 1 })
    const response = await model.generate({ prompt })
    expect(response.text).toBe(text)
    expect(response.fault).toBeUndefined()
  },
)

test('a class of which no variant fits is skipped', async () => {
  const model = faulty(scripted([replyOf({})]), { rates: { ...none, overwrite: 1 }, seed: 1 })
  const response = await model.generate({ prompt: promptOf({}) })
  expect(response.text).toBe(replyOf({}))
  expect(response.fault).toBeUndefined()
})

test('usage and the name of the model pass through, and a finish reason of a fault shows', async () => {
  for (const [rates, reasons] of [
    [{ ...none, wrong: 1 }, ['stop']],
    [{ ...none, syntax: 1 }, ['stop', 'length']],
  ] as const) {
    const model = faulty(
      scripted(() => reply, { id: 'm' }),
      { rates, seed: 5 },
    )
    const responses = await Promise.all(repeated(50).map((text) => model.generate({ prompt: text })))
    expect(new Set(responses.map(({ finishReason }) => finishReason))).toEqual(new Set(reasons))
    for (const response of responses) expect(response).toMatchObject({ usage: {}, model: 'm' })
  }
})

test.each<[FaultClass, readonly string[], boolean | undefined]>([
  ['overwrite', ['omit-entries'], false],
  ['overwrite', ['delete-entry', 'overwrite-entry', 'null-container', 'scalar-container'], true],
  ['schema', ['missing-action'], false],
  ['schema', ['patch-as-text', 'patch-as-list'], undefined],
  ['schema', ['unknown-key', 'leaf-type', 'list-for-map', 'misspelled-key'], true],
  ['syntax', variants.syntax.map(({ kind }) => kind), undefined],
  ['wrong', variants.wrong.map(({ kind }) => kind), true],
])('says of %s, %j whether the state differs: %s', async (name, kinds, differs) => {
  const faults = await ask({ rates: { ...none, [name]: 1 }, seed: 11 }, repeated(200))
  for (const fault of faults.filter(({ kind }) => kinds.includes(kind))) expect(fault.differs).toBe(differs)
})

test('a response says which fault it has, and what the block says without it', async () => {
  const model = faulty(inner, { rates: { ...none, wrong: 1 }, seed: 1 })
  const { text, fault } = await model.generate({ prompt })
  expect(text).not.toBe(reply)
  expect(fault).toMatchObject({ class: 'wrong', intended: { state_patch: rich.patch, action: 'Go' } })
})

test('errors of the wrapped model pass through', async () => {
  const model = faulty(scripted([]), { rates: { ...none, wrong: 1 }, seed: 1 })
  await expect(model.generate({ prompt })).rejects.toMatchObject({ code: 'script-exhausted' })
})

test('says what it wraps and what it does', () => {
  const options = { rates: { ...none, syntax: 0.25 }, seed: 3 }
  const how = 'are injected into the replies (overwrite 0, schema 0, syntax 0.25, wrong 0; retries faulty).'
  expect(faulty(inner, options)).toMatchObject({
    id: 'faulty(scripted)',
    notice: `scripted replies, not a language model; faults ${how}`,
  })
  expect(faulty({ id: 'm', generate: (request) => inner.generate(request) }, options).notice).toBe(
    `Faults ${how}`,
  )
  const rates = { ...options.rates, overwrite: 0.68 * 0.3, schema: 1 / 3 }
  expect(faulty(inner, { ...options, rates }).notice).toContain(
    '(overwrite 0.204, schema 0.3333, syntax 0.25, wrong 0;',
  )
})

test.each<[Partial<FaultyOptions>, string]>([
  [{ rates: { ...none, wrong: 1.5 } }, 'rates.wrong must be a number from 0 to 1, not 1.5'],
  [{ rates: { ...none, syntax: -1 } }, 'rates.syntax must be a number from 0 to 1, not -1'],
  [{ rates: { ...none, schema: Number.NaN } }, 'rates.schema must be a number from 0 to 1, not NaN'],
  [{ rates: {} as FaultyOptions['rates'] }, 'rates.overwrite must be a number from 0 to 1, not undefined'],
  [{ rates: { ...none, schema: 0.5, wrong: 0.75 } }, 'the rates must add up to at most 1, not 1.25'],
  [{ seed: 0.5 }, 'seed must be an integer, not 0.5'],
])('rejects %j', (change, message) => {
  expect(() => faulty(inner, { rates: none, seed: 1, ...change })).toThrow(
    expect.objectContaining({ code: 'invalid-option', message }),
  )
})

test("takes the paper's shares, which add up to a little more than 1 in binary", () => {
  const rates = { ...none, overwrite: 0.68, schema: 0.2, syntax: 0.12 }
  expect(() => faulty(inner, { rates, seed: 1 })).not.toThrow()
})

test('a listener hears a spoiled reply in one piece, and any other as it is written', async () => {
  for (const syntax of [0, 1]) {
    const pieces: string[] = []
    const model = faulty(inner, { rates: { ...none, syntax }, seed: 1 })
    const { text } = await model.generate({ prompt, onText: (piece) => void pieces.push(piece) })
    expect(pieces.join('')).toBe(text)
    expect(pieces.length === 1).toBe(syntax === 1)
  }
})
