import { getEventListeners } from 'node:events'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import {
  type FinishReason,
  type Model,
  type ModelRequest,
  type ModelResponse,
  promptText,
} from '@skill-state/protocol'
import { testModel } from '@skill-state/protocol/conformance'
import { describe, expect, test } from 'vitest'
import { createFolder, filesIn } from '../../test/folder.ts'
import { scripted } from '../scripted.ts'
import { cached } from './cached.ts'
import { keyOf, requestText } from './request-key.ts'

describe('conformance', () => {
  const create = () =>
    cached(
      scripted(() => 'Go.'),
      createFolder(),
    )
  for (const check of testModel({ create, prompt: 'any' })) test(check.name, () => check.run())
})

const answer = (text: string, change: Partial<ModelResponse> = {}): ModelResponse => ({
  text,
  finishReason: 'stop',
  usage: { inputTokens: 1, outputTokens: 2 },
  model: 'm-1',
  ...change,
})

interface Call {
  readonly request: ModelRequest
  readonly answer: (response: ModelResponse) => void
  readonly fail: (reason: unknown) => void
}

/** A model whose calls wait for the test to end them. An aborted call rejects at once. */
function waiting(): { model: Model; calls: Call[] } {
  const calls: Call[] = []
  const generate = (request: ModelRequest): Promise<ModelResponse> => {
    const { promise, resolve, reject } = Promise.withResolvers<ModelResponse>()
    calls.push({ request, answer: resolve, fail: reject })
    request.signal?.addEventListener('abort', () => reject(request.signal?.reason))
    return promise
  }
  return { model: { id: 'm', generate }, calls }
}

const request = { prompt: 'p' }
const fileIn = (folder: string): string =>
  join(folder, `${keyOf(requestText({ id: 'scripted' }, request, {}))}.jsonl`)

test('a listener hears a reply as it is written, and then in one piece', async () => {
  const model = cached(scripted(['Go north.', '']), createFolder())
  const pieces: string[] = []
  const onText = (piece: string): void => void pieces.push(piece)
  for (const prompt of ['p', 'p', 'q', 'q']) {
    await model.generate({ prompt, onText })
    pieces.push('|')
  }
  expect(pieces).toEqual(['Go', ' north.', '|', 'Go north.', '|', '|', '|'])
})

test('a request is sent once, in this run and the next', async () => {
  const folder = createFolder()
  const model = cached(scripted(['one']), folder)
  expect(await model.generate(request)).not.toHaveProperty('replayed')
  const hit = { text: 'one', finishReason: 'stop', usage: {}, model: 'scripted', replayed: 'cache' }
  expect(await model.generate({ ...request, cacheBreakpoints: [1] })).toEqual(hit)
  expect(await cached(scripted([]), folder).generate(request)).toEqual(hit)
})

test.each<[string, (folder: string) => Promise<ModelResponse>]>([
  ['another prompt', (folder) => cached(scripted(['two']), folder).generate({ prompt: 'q' })],
  ['a schema', (folder) => cached(scripted(['two']), folder).generate({ prompt: 'p', answerSchema: {} })],
  ['another model', (folder) => cached(scripted(['two'], { id: 'n' }), folder).generate(request)],
  [
    'another setting',
    (folder) => cached({ ...scripted(['two']), settings: { temperature: 1 } }, folder).generate(request),
  ],
  ['a salt', (folder) => cached(scripted(['two']), folder, { salt: '2' }).generate(request)],
])('%s makes another request', async (_, ask) => {
  const folder = createFolder()
  await cached(scripted(['one']), folder).generate(request)
  const response = await ask(folder)
  expect(response.text).toBe('two')
  expect(response.replayed).toBeUndefined()
  expect(Object.keys(filesIn(folder))).toHaveLength(2)
})

test('says of itself what the model says', () => {
  const about = {
    id: 'm',
    notice: 'n',
    settings: { a: 1 },
    capabilities: { contextTokens: 5 },
  }
  const model = cached(
    { ...waiting().model, ...about, enforce: () => ({ enforced: true, dialect: 'd' }) },
    createFolder(),
  )
  expect(model).toMatchObject(about)
  expect(model.enforce?.({})).toEqual({ enforced: true, dialect: 'd' })
})

test.each<FinishReason>(['length', 'refusal', 'other'])(
  'a reply that ends with %s is not kept',
  async (finishReason) => {
    const folder = createFolder()
    const { model, calls } = waiting()
    const both = [1, 2].map(() => cached(model, folder).generate(request))
    for (const call of calls) call.answer(answer('x', { finishReason }))
    for (const response of await Promise.all(both)) expect(response).toEqual(answer('x', { finishReason }))
    expect(filesIn(folder)).toEqual({})
  },
)

test('a spoiled reply and a failure are not kept', async () => {
  const folder = createFolder()
  const { model, calls } = waiting()
  const spoiled = cached(model, folder).generate(request)
  calls[0]?.answer(answer('x', { fault: { class: 'wrong', kind: 'k', intended: {} } }))
  expect((await spoiled).text).toBe('x')
  const failed = cached(model, folder).generate(request)
  const reason = new Error('no')
  calls[1]?.fail(reason)
  await expect(failed).rejects.toBe(reason)
  expect(filesIn(folder)).toEqual({})
})

describe('equal requests at the same time', () => {
  /** Three equal calls, of which the first is sent. */
  function three() {
    const { model, calls } = waiting()
    const shared = cached(model, createFolder())
    const controllers = [1, 2, 3].map(() => new AbortController())
    const waiters = controllers.map(({ signal }) => shared.generate({ ...request, signal }))
    return { calls, controllers, waiters, settled: Promise.allSettled(waiters) }
  }

  test('are sent once', async () => {
    const { calls, controllers, waiters } = three()
    await turn()
    expect(calls).toHaveLength(1)
    calls[0]?.answer(answer('one'))
    expect(await Promise.all(waiters)).toEqual([
      answer('one'),
      answer('one', { replayed: 'cache' }),
      answer('one', { replayed: 'cache' }),
    ])
    expect(calls).toHaveLength(1)
    for (const { signal } of controllers.slice(1)) expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  test('other requests do not wait', async () => {
    const { model, calls } = waiting()
    const shared = cached(model, createFolder())
    const both = ['p', 'q'].map((prompt) => shared.generate({ prompt }))
    expect(calls).toHaveLength(2)
    for (const call of calls) call.answer(answer(promptText(call.request.prompt)))
    expect((await Promise.all(both)).map(({ text }) => text)).toEqual(['p', 'q'])
  })

  test('who waits can stop waiting, and the others get their answer', async () => {
    const { calls, controllers, waiters, settled } = three()
    const reason = new Error('enough')
    controllers[1]?.abort(reason)
    await expect(waiters[1]).rejects.toBe(reason)
    expect(calls[0]?.request.signal?.aborted).toBe(false)
    calls[0]?.answer(answer('one'))
    const [first, , third] = await settled
    expect(first).toMatchObject({ value: answer('one') })
    expect(third).toMatchObject({ value: answer('one', { replayed: 'cache' }) })
    expect(calls).toHaveLength(1)
  })

  test('if the one that is sent is aborted, the next is sent in its place', async () => {
    const { calls, controllers, waiters, settled } = three()
    const reason = new Error('enough')
    controllers[0]?.abort(reason)
    await expect(waiters[0]).rejects.toBe(reason)
    await turn()
    expect(calls).toHaveLength(2)
    calls[1]?.answer(answer('two'))
    const [, second, third] = await settled
    expect(second).toMatchObject({ value: answer('two') })
    expect(third).toMatchObject({ value: answer('two', { replayed: 'cache' }) })
  })

  test('each has its own failure, and its own reply that is not kept', async () => {
    const { calls, settled } = three()
    const reason = new Error('no')
    calls[0]?.fail(reason)
    await turn()
    calls[1]?.answer(answer('cut', { finishReason: 'length' }))
    await turn()
    calls[2]?.answer(answer('three'))
    expect(await settled).toMatchObject([
      { reason },
      { value: answer('cut', { finishReason: 'length' }) },
      { value: answer('three') },
    ])
    expect(calls).toHaveLength(3)
  })
})

test.each<[string, (file: string) => void]>([
  ['empty', (file) => writeFileSync(file, '')],
  ['cut', (file) => writeFileSync(file, readFileSync(file).subarray(0, -9))],
  ['of another request', (file) => writeFileSync(file, readFileSync(file, 'utf8').replace('"p"', '"q"'))],
  ['not what it should be', (file) => writeFileSync(file, readFileSync(file, 'utf8').replace('"one"', '1'))],
])('a file that is %s is written anew', async (_, damage) => {
  const folder = createFolder()
  await cached(scripted(['one']), folder).generate(request)
  const whole = readFileSync(fileIn(folder), 'utf8')
  damage(fileIn(folder))
  const response = await cached(scripted(['one']), folder).generate(request)
  expect(response.replayed).toBeUndefined()
  expect(filesIn(folder)).toEqual({ [fileIn(folder)]: whole })
})

test('a response that cannot be kept is returned all the same', async () => {
  const folder = createFolder()
  mkdirSync(fileIn(folder))
  const inItsWay = cached(scripted(['one', 'two']), folder)
  expect((await inItsWay.generate(request)).text).toBe('one')
  expect(filesIn(folder)).toEqual({})
  rmSync(folder, { recursive: true })
  expect((await inItsWay.generate(request)).text).toBe('two')
})

test('a folder that cannot be made is rejected', () => {
  const file = join(createFolder(), 'file')
  writeFileSync(file, '')
  expect(() => cached(scripted([]), file)).toThrow(
    expect.objectContaining({
      code: 'invalid-option',
      message: expect.stringContaining(`${file} cannot be written`),
    }),
  )
})
