import { describe, expect, test } from 'vitest'
import { type JournalPlace, onDisk, places } from '../../test/journal-places.ts'
import { testJournalStore } from './conformance.ts'
import { openFileJournal } from './file.ts'
import { memoryJournal } from './memory.ts'
import { openSqliteJournal } from './sqlite.ts'
import type { JournalStore, StoredRecord } from './store.ts'

describe.each(Object.entries(places))('the %s store', (_, createPlace) => {
  test.each(testJournalStore({ createPlace }))('$name', async ({ run }) => run())
})

const syncing = {
  file: () => onDisk((folder) => openFileJournal(`${folder}/journal.jsonl`, { sync: true })),
  sqlite: () => onDisk((folder) => openSqliteJournal(`${folder}/journal.db`, { sync: true })),
}

test.each(Object.entries(syncing))('the %s store with sync keeps its records', async (_, createPlace) => {
  const names = ['keeps records when it is opened again', 'keeps every character']
  const checks = testJournalStore({ createPlace }).filter(({ name }) => names.includes(name))
  expect(checks).toHaveLength(2)
  for (const check of checks) await check.run()
})

/** A store in memory with a fault. */
type Fault = (store: JournalStore, records: StoredRecord[]) => Partial<JournalStore>

const faults: readonly { fault: string; caughtBy: string; plant: Fault }[] = [
  {
    fault: 'reports torn bytes that are not there',
    caughtBy: 'is empty at first, and whole',
    plant: () => ({ tornBytes: 1 }),
  },
  {
    fault: 'gives records from the first where the last is asked for',
    caughtBy: 'gives records from the first and from the last',
    plant: (store) => ({ backward: () => store.forward() }),
  },
  {
    fault: 'keeps records until it is closed only',
    caughtBy: 'keeps records when it is opened again',
    plant: (store, records) => ({
      close() {
        records.length = 0
        store.close()
      },
    }),
  },
  {
    fault: 'tidies line separators',
    caughtBy: 'keeps every character',
    plant: (store) => ({
      append: ({ body, chain }) => store.append({ body: body.replaceAll('\u2028', ' '), chain }),
    }),
  },
  {
    fault: 'cuts records at 64 KiB',
    caughtBy: 'keeps records that are large, and many',
    plant: (store) => ({ append: ({ body, chain }) => store.append({ body: body.slice(0, 65_536), chain }) }),
  },
  {
    fault: 'shows a reader what is appended meanwhile',
    caughtBy: 'can be appended to while it is read',
    plant: (_, records) => ({ forward: () => records }),
  },
  {
    fault: 'locks itself for a reader that never comes to the end',
    caughtBy: 'can be read in part',
    plant: (store) => {
      let reading = false
      return {
        *forward() {
          reading = true
          yield* store.forward()
          reading = false
        },
        append(record) {
          if (reading) throw new Error('busy')
          store.append(record)
        },
      }
    },
  },
  {
    fault: 'takes two writers',
    caughtBy: 'rejects a second writer, and keeps the first',
    plant: (_, records) => ({ append: (record) => void records.push(record), forward: () => records }),
  },
  {
    fault: 'shows the records of others',
    caughtBy: 'shows no records of others',
    plant: (_, records) => ({ forward: () => [...records], backward: () => records.toReversed() }),
  },
  {
    fault: 'takes itself for the only writer',
    caughtBy: 'knows whether somebody else has appended, if it says so',
    plant: () => ({ isCurrent: () => true }),
  },
  {
    fault: 'closes only once',
    caughtBy: 'closes more than once, and takes nothing after it',
    plant: (store) => {
      let closed = false
      return {
        close() {
          if (closed) throw new Error('closed already')
          closed = true
          store.close()
        },
      }
    },
  },
  {
    fault: 'takes records after it was closed',
    caughtBy: 'closes more than once, and takes nothing after it',
    plant: () => ({ close: () => {} }),
  },
]

function faulty(plant: Fault): JournalPlace {
  const records: StoredRecord[] = []
  return {
    open() {
      const store = memoryJournal(records)
      const faulted: JournalStore = {
        tornBytes: 0,
        append: (record) => store.append(record),
        forward: () => store.forward(),
        backward: () => store.backward(),
        close: () => store.close(),
      }
      return Object.assign(faulted, plant(store, records))
    },
  }
}

test.for(faults)('$caughtBy: notices a store that $fault', async ({ plant, caughtBy }) => {
  const check = testJournalStore({ createPlace: () => faulty(plant) }).find(({ name }) => name === caughtBy)
  await expect(check?.run()).rejects.toThrow(/^[^\n]+$/)
})

test('every check of a store can fail', () => {
  const caught = new Set(faults.map(({ caughtBy }) => caughtBy))
  const checks = testJournalStore({ createPlace: places.memory })
  expect(checks.filter(({ name }) => !caught.has(name))).toEqual([])
})
