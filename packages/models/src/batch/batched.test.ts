import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FailedAttempt, Model, ModelResponse } from '@skill-state/protocol'
import { describe, expect, test } from 'vitest'
import { type BatchProvider, batchWires, type Fate } from '../../test/batch-provider.ts'
import { type FakeClock, fakeClock } from '../../test/fake-clock.ts'
import { createFolder } from '../../test/folder.ts'
import { until, withLoopback } from '../../test/loopback.ts'
import { scripted } from '../scripted.ts'
import { textAt } from '../values/at.ts'
import { batched } from './batched.ts'
import { callBatches } from './batches.ts'

/** A process that asks a provider in batches: what it says, its time, and the model of each episode. */
interface Process {
  readonly serve: (open: number) => void
  readonly said: readonly string[]
  readonly clock: FakeClock
  readonly model: (episode: string) => Model
}

interface Scene {
  readonly provider: BatchProvider
  readonly folder: string
  readonly start: () => Process
}

/** Looks at a batch pass at once, and the wait for the quiet does not. */
const quick = 10_000

describe.each(Object.entries(batchWires))('%s', (_, wire) => {
  async function play(fate: (prompt: string, batch: number) => Fate, use: (scene: Scene) => Promise<void>) {
    const provider = wire.provider(fate)
    const folder = createFolder()
    await withLoopback(provider.scenes, async ({ url }) => {
      const start = (): Process => {
        const said: string[] = []
        const clock = fakeClock(quick)
        const batches = callBatches(clock)
        const single = wire.create(url, { tokensPerMinute: 1, concurrency: 1 })
        const serve = (open: number) => batches.serve(open, { folder, say: (line) => void said.push(line) })
        return { serve, said, clock, model: (episode) => batched(single, batches, episode) }
      }
      await use({ provider, folder, start })
    })
  }

  const answers = (prompt: string): Fate => ({ says: `to ${prompt}` })
  const ids = (folder: string) =>
    JSON.parse(readFileSync(join(folder, 'batches.json'), 'utf8')).map(({ id }: { id: string }) => id)

  test('a step of all open episodes is one batch, and each call gets its own answer', () =>
    play(answers, async ({ provider, folder, start }) => {
      const { serve, model } = start()
      provider.looks = 3
      serve(3)
      const replies = await Promise.all(
        ['a', 'b', 'c'].map(async (episode) => {
          const texts: string[] = []
          for (const step of [1, 2, 3]) {
            const { text, usage } = await model(episode).generate({ prompt: `${episode}${step}` })
            expect(usage).toMatchObject({ inputTokens: 10, outputTokens: 2 })
            texts.push(text)
          }
          return texts
        }),
      )
      expect(replies).toEqual(['a', 'b', 'c'].map((each) => [1, 2, 3].map((step) => `to ${each}${step}`)))
      expect(provider.batches.map((calls) => calls.length)).toEqual([3, 3, 3])
      expect(ids(folder)).toEqual(['batch_3'])
      serve(0)
      expect(existsSync(join(folder, 'batches.json'))).toBe(false)
    }))

  test('nothing is submitted before all wait; an episode that ends is not waited for', () =>
    play(answers, async ({ provider, start }) => {
      const { serve, model } = start()
      serve(3)
      const both = ['a', 'b'].map((episode) => model(episode).generate({ prompt: 'same' }))
      await new Promise((resolve) => setImmediate(resolve))
      expect(provider.batches).toEqual([])
      serve(2)
      expect((await Promise.all(both)).map(({ text }) => text)).toEqual(['to same', 'to same'])
      expect(provider.batches.map((calls) => calls.length)).toEqual([2])
    }))

  test('calls that wait for a minute without another are submitted', () =>
    play(answers, async ({ start }) => {
      const { serve, model, clock } = start()
      serve(3)
      const asked = model('a').generate({ prompt: 'p' })
      await until(() => clock.pending() > 0)
      await clock.advance(60_000)
      expect((await asked).text).toBe('to p')
      expect(clock.pending()).toBe(0)
    }))

  test('the model costs half, and is not the one that is asked call by call', () =>
    play(answers, async ({ start }) => {
      const { settings, capabilities = {} } = start().model('a')
      const { date, ...half } = capabilities.prices ?? { date: 'none' }
      const { date: read, ...full } = wire.create('http://127.0.0.1:9').capabilities?.prices ?? { date: '' }
      expect(date).toBe(read)
      expect(Object.keys(half)).toContain('output')
      expect(Object.entries(full)).toEqual(Object.entries(half).map(([name, price]) => [name, 2 * price]))
      expect(settings).toMatchObject({ stream: false, batch: true })
    }))

  test('a call that expired goes into the next batch, and one that was refused fails', () =>
    play(
      (prompt, batch) => {
        if (prompt === 'late' && batch === 1) return 'expires'
        return prompt === 'bad' ? { status: 400, message: 'no such thing' } : { says: 'good' }
      },
      async ({ provider, start }) => {
        const { serve, model } = start()
        serve(2)
        const failures: FailedAttempt[] = []
        const late = model('a').generate({ prompt: 'late', onRetry: (each) => void failures.push(each) })
        const bad = model('b').generate({ prompt: 'bad' })
        await expect(bad).rejects.toMatchObject({
          code: 'model-refused',
          message: expect.stringContaining('no such thing'),
          cause: { status: 400, mayBeCharged: false },
        })
        serve(1)
        expect((await late).text).toBe('good')
        expect(failures).toMatchObject([{ code: 'model-failed', mayBeCharged: false }])
        expect(provider.batches.map((calls) => calls.length)).toEqual([2, 1])
      },
    ))

  test('a line of the answers that is not JSON: the others are used, and its call is asked again', () =>
    play(
      (prompt, batch) => (prompt === 'bad' && batch === 1 ? 'garbled' : { says: `to ${prompt}` }),
      async ({ provider, start }) => {
        const { serve, model } = start()
        serve(2)
        const failures: FailedAttempt[] = []
        const bad = model('a').generate({ prompt: 'bad', onRetry: (each) => void failures.push(each) })
        expect((await model('b').generate({ prompt: 'good' })).text).toBe('to good')
        serve(1)
        expect((await bad).text).toBe('to bad')
        expect(failures).toMatchObject([{ code: 'model-failed', mayBeCharged: true }])
        expect(provider.batches.map((calls) => calls.length)).toEqual([2, 1])
      },
    ))

  test('a batch of an unknown status is reported, and its id is kept', () =>
    play(answers, async ({ provider, folder, start }) => {
      const { serve, model } = start()
      provider.status = 'paused'
      serve(1)
      await expect(model('a').generate({ prompt: 'p' })).rejects.toThrow(
        /batch_1 has the status "paused", which is not known/,
      )
      expect(ids(folder)).toEqual(['batch_1'])
      provider.status = 'completed'
      const later = start()
      later.serve(1)
      expect((await later.model('a').generate({ prompt: 'p' })).text).toBe('to p')
      expect(provider.batches).toHaveLength(1)
    }))

  test('a batch that was cancelled is not submitted again', () =>
    play(
      () => 'cancelled',
      async ({ provider, start }) => {
        const { serve, model } = start()
        provider.status = 'cancelled'
        serve(1)
        await expect(model('a').generate({ prompt: 'p' })).rejects.toMatchObject({
          code: 'model-refused',
          message: expect.stringContaining('batch_1 was cancelled before the call was answered: retry'),
          cause: { mayBeCharged: false },
        })
        expect(provider.batches).toHaveLength(1)
      },
    ))

  test('an outage while a batch is under way is waited for', () =>
    play(answers, async ({ provider, start }) => {
      const { serve, model } = start()
      serve(1)
      provider.faults.push({ status: 500, json: {} }, { status: 429, json: {} })
      expect((await model('a').generate({ prompt: 'p' })).text).toBe('to p')
      expect(provider.batches).toHaveLength(1)
    }))

  test('a batch that is not taken is submitted again', () =>
    play(answers, async ({ provider, start }) => {
      const { serve, model } = start()
      serve(1)
      provider.refusals.push({ status: 500, json: {} })
      expect((await model('a').generate({ prompt: 'p' })).text).toBe('to p')
      expect(provider.batches).toHaveLength(1)
    }))

  test('another process takes the answers of a batch that is under way, and pays for nothing twice', () =>
    play(
      (prompt, batch) => ({ says: `${prompt} of batch ${batch}` }),
      async ({ provider, folder, start }) => {
        const asked = (process: Process, episodes: readonly string[], signal?: AbortSignal) =>
          episodes.map((episode) => process.model(episode).generate({ prompt: 'same', signal }))
        const [first, killed] = [start(), new AbortController()]
        provider.looks = Infinity
        first.serve(2)
        const lost = asked(first, ['a', 'b'], killed.signal)
        await until(() => existsSync(join(folder, 'batches.json')))
        expect(ids(folder)).toEqual(['batch_1'])
        killed.abort(new Error('killed'))
        for (const each of lost) await expect(each).rejects.toThrow('killed')

        provider.looks = 0
        const second = start()
        second.serve(3)
        const texts = (all: readonly ModelResponse[]) => all.map(({ text }) => text)
        const [c, ...found] = asked(second, ['c', 'b', 'a'])
        expect(texts(await Promise.all(found))).toEqual(['same of batch 1', 'same of batch 1'])
        expect(provider.batches).toHaveLength(1)
        expect(second.said).toEqual(['batch batch_1 was submitted before: its answers are used'])
        const again = asked(second, ['a', 'b']) // the next step
        expect(texts(await Promise.all([c, ...again].filter((each) => each !== undefined)))).toEqual(
          Array(3).fill('same of batch 2'),
        )
        expect(provider.batches.map((calls) => calls.length)).toEqual([2, 3])
        expect(ids(folder)).toEqual(['batch_2'])
      },
    ))

  test('answers that the provider no longer has are asked for again', () =>
    play(answers, async ({ provider, folder, start }) => {
      const { serve, model, said } = start()
      const name = `${model('a').id} at`
      const host = textAt(model('a').settings, 'host')
      writeFileSync(
        join(folder, 'batches.json'),
        JSON.stringify([{ model: `${name} ${host}`, id: 'batch_9' }]),
      )
      provider.faults.push({ status: 404, json: { error: { message: 'no such batch' } } })
      serve(1)
      expect((await model('a').generate({ prompt: 'p' })).text).toBe('to p')
      expect(said[1]).toMatch(/^batch batch_9: 404 .*; its calls are submitted again$/)
    }))

  test('a file of batches that cannot be read is named', () =>
    play(answers, async ({ folder, start }) => {
      writeFileSync(join(folder, 'batches.json'), '{')
      expect(() => start().serve(1)).toThrow(
        expect.objectContaining({
          code: 'invalid-recording',
          message: expect.stringContaining('batches.json: '),
        }),
      )
    }))
})

test('a batch that OpenAI refuses as a whole says why', async () => {
  const { create, provider: of } = batchWires.openai ?? {}
  if (create === undefined || of === undefined) throw new Error('no wire')
  const provider = of(() => 'expires')
  provider.status = 'failed'
  await withLoopback(provider.scenes, async ({ url }) => {
    const batches = callBatches(fakeClock(quick))
    batches.serve(1, { folder: createFolder() })
    await expect(batched(create(url), batches, '').generate({ prompt: 'p' })).rejects.toMatchObject({
      code: 'model-refused',
      message: expect.stringContaining('batch batch_1 was refused: line 1 is no request'),
    })
  })
})

test('a model without batches is named', () => {
  expect(() => batched(scripted([]), callBatches(), '')).toThrow(
    expect.objectContaining({
      code: 'invalid-option',
      message: 'scripted cannot be asked in batches: choose a model of openai or anthropic',
    }),
  )
})
