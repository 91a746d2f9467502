import { type ErrorCode, SkillStateError } from '@skill-state/protocol'
import { type Check, ensure, ensureSameList } from '@skill-state/protocol/conformance'
import type { JournalStore, StoredRecord } from './store.ts'

interface JournalPlace {
  /** Opens a store on it: empty at first, later with what earlier stores have appended. */
  open(): JournalStore
  remove?(): void
}

interface JournalStoreSuiteOptions {
  /** Gives a new, empty place at each call. Every check removes its own. */
  readonly createPlace: () => JournalPlace
}

/** What every store of journals must keep to. */
export function testJournalStore({ createPlace }: JournalStoreSuiteOptions): readonly Check[] {
  const check = (name: string, run: (open: () => JournalStore) => void): Check => ({
    name,
    run: async () => withPlace(createPlace(), run),
  })
  return [
    check('is empty at first, and whole', (open) => {
      const store = open()
      ensureBoth(store, [])
      if (store.tornBytes !== 0) throw new Error(`expected no torn bytes, saw ${store.tornBytes}`)
    }),
    check('gives records from the first and from the last', (open) => {
      const store = open()
      for (const record of few) store.append(record)
      ensureBoth(store, few)
    }),
    check('keeps records when it is opened again', (open) => {
      const [first, ...others] = few
      if (first) appendAll(open(), [first])
      appendAll(open(), others)
      ensureBoth(open(), few)
    }),
    check('keeps every character', (open) => {
      appendAll(open(), odd)
      ensureBoth(open(), odd)
    }),
    check('keeps records that are large, and many', (open) => {
      appendAll(open(), large)
      ensureBoth(open(), large)
    }),
    check('can be appended to while it is read', (open) => {
      const store = open()
      for (const record of many) store.append(record)
      for (const [read, wanted] of [
        [store.forward(), many],
        [store.backward(), many.toReversed()],
      ] as const) {
        ensureSame(appending(store, read), wanted, 'records read')
      }
    }),
    check('can be read in part', (open) => {
      const store = open()
      for (const record of few) store.append(record)
      for (const _ of store.forward()) break
      for (const _ of store.backward()) break
      store.append(record(9))
      ensureBoth(store, [...few, record(9)])
    }),
    check('rejects a second writer, and keeps the first', (open) => {
      const [first, second] = [open(), open()]
      first.append(record(0))
      ensureRejected(() => second.append(record(1)), 'an append after somebody else', 'journal-conflict')
      first.append(record(2))
      ensureRejected(() => second.append(record(3)), 'the next append', 'journal-conflict')
      ensureBoth(open(), [record(0), record(2)])
    }),
    check('shows no records of others', (open) => {
      const [writer, reader] = [open(), open()]
      writer.append(record(0))
      ensureBoth(reader, [])
      ensureBoth(writer, [record(0)])
    }),
    check('knows whether somebody else has appended, if it says so', (open) => {
      const [first, second] = [open(), open()]
      if (!first.isCurrent || !second.isCurrent) return
      first.append(record(0))
      const seen = [first.isCurrent(), second.isCurrent(), open().isCurrent?.()].join(', ')
      if (seen !== 'true, false, true') throw new Error(`expected true, false, true, saw ${seen}`)
      first.close()
      if (first.isCurrent()) throw new Error('expected a closed store not to be current')
    }),
    check('closes more than once, and takes nothing after it', (open) => {
      const store = open()
      store.append(record(0))
      store.close()
      store.close()
      ensureRejected(() => store.append(record(1)), 'an append to a closed store', 'journal-misuse')
      ensureRejected(() => [...store.forward()], 'reading a closed store', 'journal-misuse')
      ensureRejected(() => [...store.backward()], 'reading a closed store', 'journal-misuse')
      ensureBoth(open(), [record(0)])
    }),
  ]
}

function ensureSame(read: Iterable<StoredRecord>, wanted: readonly StoredRecord[], what: string): void {
  ensureSameList(
    Array.from(read, ({ body, chain }) => ({ body, chain })),
    wanted,
    what,
  )
}

function ensureRejected(call: () => unknown, what: string, code: ErrorCode): void {
  let seen: unknown = 'no error'
  try {
    call()
  } catch (error) {
    seen = error
  }
  const isRejected = seen instanceof SkillStateError && seen.code === code
  ensure(isRejected, `${what} to throw SkillStateError '${code}'`, seen)
}

function withPlace(place: JournalPlace, run: (open: () => JournalStore) => void): void {
  const opened: JournalStore[] = []
  try {
    run(() => {
      const store = place.open()
      opened.push(store)
      return store
    })
  } finally {
    for (const store of opened) store.close()
    place.remove?.()
  }
}

function appendAll(store: JournalStore, records: readonly StoredRecord[]): void {
  for (const record of records) store.append(record)
  store.close()
}

function ensureBoth(store: JournalStore, wanted: readonly StoredRecord[]): void {
  ensureSame(store.forward(), wanted, 'records from the first')
  ensureSame(store.backward(), wanted.toReversed(), 'records from the last')
}

function* appending(store: JournalStore, read: Iterable<StoredRecord>): Generator<StoredRecord> {
  let count = 0
  for (const stored of read) {
    if (count % 100 === 0) store.append(record(count))
    count += 1
    yield stored
  }
}

function record(number: number, more: object = {}): StoredRecord {
  return { body: JSON.stringify({ number, ...more }), chain: String(number).padStart(22, 'Az-_') }
}

const few = [0, 1, 2].map((number) => record(number))

const many = Array.from({ length: 1_000 }, (_, number) => record(number))

const oddTexts = ['', 'ä€𝄞', '\ud800', '\n\r\u2028\0', '"}\\', '"chain":"', '\ufffd\ufeff']

const odd = [
  { body: '{"__proto__":{"constructor":null},"":[-0.5e-7,true]}', chain: record(0).chain },
  ...oddTexts.map((text, number) => record(number, { text, [text]: number })),
  { body: '{"tab":\t1, "text":"\u2028\u2029€"}', chain: record(8).chain },
]

const large = [0, 10, 65_536, 70_000, 500_000, 1, 131_072].map((length, number) =>
  record(number, { text: 'ö'.repeat(length) }),
)
