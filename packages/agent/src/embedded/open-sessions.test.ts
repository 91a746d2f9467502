import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JournalStore, StoredRecord } from '@skill-state/core/journal'
import { openFileJournal } from '@skill-state/core/journal/file'
import { memoryJournal } from '@skill-state/core/journal/memory'
import { openSqliteJournal } from '@skill-state/core/journal/sqlite'
import { type Model, promptText } from '@skill-state/protocol'
import { memoryResults } from '@skill-state/tools'
import { afterAll, expect, test } from 'vitest'
import { memorySessions, type SessionStore } from '../index.ts'
import { embeddedAgent } from './index.ts'

const folder = mkdtempSync(join(tmpdir(), 'open-sessions-'))
afterAll(() => rmSync(folder, { recursive: true }))

const schema = {
  type: 'object',
  properties: { said: { type: 'integer' } },
  required: ['said'],
  additionalProperties: false,
} as const

/** Counts what it is told, in the state. */
const counting: Model = {
  id: 'counting',
  generate: async ({ prompt }) => {
    const said = Number(/"said": ?(\d+)/.exec(promptText(prompt))?.[1]) + 1
    const text = JSON.stringify({ state_patch: { said }, action: { reply: `Message ${said}.` } })
    return { text, finishReason: 'stop', usage: {}, model: 'counting' }
  },
}

/** A process of its own, which shares nothing but the store. */
function start(sessions: SessionStore, model = counting): (session: string) => Promise<string> {
  const agent = embeddedAgent({ state: schema, initialState: { said: 0 }, sessions })
  return async (session) => {
    const transcript = [{ by: 'user', text: 'Hi' }] as const
    return (await agent.step({ session, model, instructions: 'Count.', tools: [], transcript })).text
  }
}

/** A store that counts what is open. */
function counted(
  create: (id: string) => JournalStore,
): SessionStore & { readonly now: Set<object>; readonly opened: number } {
  const now = new Set<object>()
  const store = {
    now,
    opened: 0,
    open(id: string) {
      const journal = create(id)
      const place = { journal, results: memoryResults(), close }
      function close(): void {
        now.delete(place)
        journal.close()
      }
      now.add(place)
      store.opened += 1
      return place
    },
  }
  return store
}

test.each([
  ['file', (id: string) => openFileJournal(join(folder, `${id}.jsonl`))],
  ['sqlite', (id: string) => openSqliteJournal(join(folder, `${id}.sqlite`))],
])(
  'a session in a %s is opened once, and again after another process continued with it',
  async (_, create) => {
    const [ours, theirs] = [counted(create), counted(create)]
    const [here, there] = [start(ours), start(theirs)]
    const replies: string[] = []
    for (const say of [here, here, here, there, here, here, there]) replies.push(await say('a'))
    expect(replies).toEqual([1, 2, 3, 4, 5, 6, 7].map((said) => `Message ${said}.`))
    expect([ours.opened, theirs.opened]).toEqual([2, 2])
  },
)

test('a session whose file was removed begins anew', async () => {
  const store = counted((id) => openFileJournal(join(folder, `${id}.jsonl`)))
  const say = start(store)
  expect([await say('removed'), await say('removed')]).toEqual(['Message 1.', 'Message 2.'])
  rmSync(join(folder, 'removed.jsonl'))
  expect(await say('removed')).toBe('Message 1.')
})

test('everything is on record while a session stays open', async () => {
  const say = start(counted((id) => openFileJournal(join(folder, `${id}.jsonl`))))
  await say('kept')
  await say('kept')
  const records = readFileSync(join(folder, 'kept.jsonl'), 'utf8').trimEnd().split('\n')
  expect(records.filter((line) => line.startsWith('{"answered"'))).toHaveLength(2)
  expect(await start(counted((id) => openFileJournal(join(folder, `${id}.jsonl`))))('kept')).toBe(
    'Message 3.',
  )
})

test('two steps of a session at the same time: one continues, the other one is told in one line', async () => {
  const say = start(memorySessions())
  await say('a')
  const ends = await Promise.allSettled([say('a'), say('a')])
  expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const [failed] = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
  expect(failed).toMatchObject({
    code: 'journal-conflict',
    message: expect.stringMatching(/^[^\n]*open it again( when that has ended)?$/),
  })
  expect(await say('a')).toBe('Message 3.')
})

test('at most 64 sessions stay open, and none after an error', async () => {
  const store = counted((id) => openFileJournal(join(folder, `many-${id}.jsonl`)))
  const say = start(store)
  for (let number = 0; number < 70; number += 1) await say(`${number}`)
  expect(store.now.size).toBe(64)
  expect(readdirSync(folder).filter((name) => name.startsWith('many-'))).toHaveLength(70)
  const broken: Model = { ...counting, generate: () => Promise.reject(new Error('down')) }
  const other = counted((id) => openFileJournal(join(folder, `broken-${id}.jsonl`)))
  await expect(start(other, broken)('a')).rejects.toThrow('down')
  expect(other.now.size).toBe(0)
})

test('a store that cannot tell whether it was appended to is opened for each step', async () => {
  const records: StoredRecord[] = []
  const store = counted(() => {
    return { ...memoryJournal(records), isCurrent: undefined as never }
  })
  const say = start(store)
  expect([await say('a'), await say('a')]).toEqual(['Message 1.', 'Message 2.'])
  expect([store.opened, store.now.size]).toEqual([2, 0])
})
