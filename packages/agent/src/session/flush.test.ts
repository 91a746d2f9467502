import type { StoredRecord } from '@skill-state/core/journal'
import { memoryJournal } from '@skill-state/core/journal/memory'
import type { Model } from '@skill-state/protocol'
import { memoryResults } from '@skill-state/tools'
import { expect, test } from 'vitest'
import { byObservation, clerk, travel, type World } from '../../test/travel.ts'
import type { SessionStore } from '../stores.ts'

/** A database: what was appended is safe once a flush has ended. The flush of that number fails, and all after it. */
class Slow {
  readonly safe: StoredRecord[]
  readonly appended: StoredRecord[]
  #flushes = 0
  readonly #failing: number
  readonly results = memoryResults()

  constructor(safe: readonly StoredRecord[] = [], failing = Number.POSITIVE_INFINITY) {
    this.safe = [...safe]
    this.appended = [...safe]
    this.#failing = failing
  }

  get failed(): boolean {
    return this.#flushes >= this.#failing
  }

  readonly store: SessionStore = {
    open: () => {
      const journal = memoryJournal(this.appended)
      return { journal, results: this.results, flush: () => this.#flush(), close: () => journal.close() }
    },
  }

  async #flush(): Promise<void> {
    const { length } = this.appended
    await new Promise((resolve) => setImmediate(resolve))
    this.#flushes += 1
    if (this.failed) throw new Error('the disk is full')
    this.safe.push(...this.appended.slice(this.safe.length, length))
  }
}

/** Ask for two flights, one of which has to be approved; `outside` runs before whatever reaches the model or the world. */
async function book({ store }: Slow, booked: string[], outside: () => void): Promise<void> {
  const model = byObservation(clerk)
  const asked: Model = {
    ...model,
    capabilities: { maxOutputTokens: 200 },
    generate: (request) => {
      outside()
      return model.generate(request)
    },
  }
  const world: World = {
    get booked() {
      outside()
      return booked
    },
  }
  const trip = await travel(asked, world, { limits: { session: { tokens: 1e6 } } }).open({ id: 'a', store })
  await trip.resume().turn
  for (const [id, text] of Object.entries({ dear: 'the dear one', cheap: 'a cheap flight' })) {
    if (!trip.hasReceived(id)) await trip.ask(text, { id })
    if (trip.approval) await trip.approve({ step: trip.approval.step }).turn
  }
}

test('whatever a session did is safe before the model or a tool is asked for anything more', async () => {
  const slow = new Slow()
  const booked: string[] = []
  let times = 0
  await book(slow, booked, () => {
    times += 1
    expect(slow.safe.map(({ body }) => body)).toEqual(slow.appended.map(({ body }) => body))
  })
  expect(booked).toEqual(['a/0 F2', 'a/3 F1'])
  expect(times).toBeGreaterThan(6)
})

test('after a flush that failed nothing is asked for any more, and the next process books each flight once', async () => {
  let hasFailed = true
  for (let failing = 1; hasFailed; failing += 1) {
    const slow = new Slow([], failing)
    const booked: string[] = []
    const done = book(slow, booked, () => expect(slow.failed).toBe(false))
    hasFailed = await done.then(
      () => false,
      (error: Error) => error.message === 'the disk is full' || Promise.reject(error),
    )
    if (!hasFailed) expect(failing).toBeGreaterThan(10)
    await book(new Slow(slow.safe), booked, () => {})
    expect(booked).toHaveLength(2)
  }
})

test('what a command has returned is safe, and so is what it took back', async () => {
  const slow = new Slow()
  const trip = await travel(byObservation(clerk), { booked: [] }).open({ id: 'a', store: slow.store })
  const safe = async (what: string, done: Promise<unknown>): Promise<void> => {
    await done
    expect(
      slow.safe.map(({ body }) => body),
      what,
    ).toEqual(slow.appended.map(({ body }) => body))
  }
  const dear = (): Promise<unknown> => trip.ask('the dear one')
  const step = (): number => trip.approval?.step ?? -1
  await safe('ask', dear())
  await safe('deny', trip.deny({ step: step(), reason: 'no' }).turn)
  await safe('ask', dear())
  await safe('approve', trip.approve({ step: step() }).turn)
  await safe('an aborted message', trip.send('hello', { signal: AbortSignal.abort() }).turn)
  await safe('ask', dear())
  await safe('stop', trip.stop())
  const sent = [trip.send('hello'), trip.send('a cheap flight'), trip.send('bye')]
  await safe('stop of several', trip.stop())
  await safe('the stopped', Promise.all(sent.map(({ turn }) => turn)))
  expect(trip.idle).toBe(true)
  await safe('resume', trip.resume().turn)
  await safe('close', trip.close())
})
