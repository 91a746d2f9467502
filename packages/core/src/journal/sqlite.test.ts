import { copyFileSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { onDisk } from '../../test/journal-places.ts'
import { compiled } from '../../test/plain-journal.ts'
import { openJournal } from './open-journal.ts'
import { openSqliteJournal } from './sqlite.ts'
import { verify } from './verify.ts'

/** The path of a database in a folder of its own. */
function newPath(): string {
  const place = onDisk((folder) => openSqliteJournal(join(folder, 'unused.db')))
  onTestFinished(() => place.remove?.())
  return join(place.folder, 'journal.db')
}

/** Whether a journal opens and verifies after some SQL. */
function verifyAfter(sql: string) {
  const path = newPath()
  const store = openSqliteJournal(path)
  const journal = openJournal(store, { skill: compiled, id: 'a' })
  journal.started({ text: 'O 0', done: false })
  for (const index of [0, 1, 2]) {
    journal.decided({ index, action: 'go', commit: 'before-action' })
    const { state } = journal.position
    journal.answered({ index, state, observation: { text: `O ${index + 1}`, done: false } })
  }
  store.close()
  const database = new DatabaseSync(path)
  database.exec(sql)
  database.close()
  const again = openSqliteJournal(path)
  onTestFinished(() => again.close())
  return verify(again)
}

it('names the command that repairs it', () => {
  const path = newPath()
  const store = openSqliteJournal(path)
  expect(store.repair).toBe(`skill-state repair ${path}`)
  store.close()
})

it('shows a sound journal', () => {
  expect(verifyAfter('')).toEqual({ records: 8, steps: 3, tornBytes: 0 })
})

it.each([
  ["UPDATE journal SET body = replace(body, 'go', 'no') WHERE seq = 3", 'record 3 '],
  ["UPDATE journal SET chain = replace(chain, chain, 'x') WHERE seq = 8", 'record 8 '],
  ['DELETE FROM journal WHERE seq = 5', 'record 5 '],
  ['DELETE FROM journal WHERE seq = 1', 'record 1 '],
  ['UPDATE journal SET seq = -seq WHERE seq = 4', 'record 4 '],
  ['INSERT INTO journal SELECT 9, body, chain FROM journal WHERE seq = 8', 'record 9 '],
])('notices %s', (sql, place) => {
  expect(() => verifyAfter(sql)).toThrow(
    expect.objectContaining({ code: 'invalid-journal', message: expect.stringContaining(place) }),
  )
})

it('is damaged if a row has a number that no journal gives', () => {
  expect(() => verifyAfter('UPDATE journal SET seq = 9007199254740993 WHERE seq = 8')).toThrow(
    expect.objectContaining({ code: 'invalid-journal' }),
  )
})

it('is rejected in one line if it cannot be opened or is something else', () => {
  const path = newPath()
  const refused = (code: string) =>
    expect.objectContaining({
      code,
      message: expect.stringMatching(/^.+$/),
      cause: expect.anything() as unknown,
    })
  expect(() => openSqliteJournal(`${path}/missing.db`)).toThrow(refused('invalid-option'))
  expect(() => openSqliteJournal('a\0b')).toThrow(refused('invalid-option'))
  expect(() => openSqliteJournal(dirname(path))).toThrow(refused('invalid-option'))
  expect(() => openSqliteJournal('')).toThrow('the journal "" cannot be opened: its name is empty')
  expect(() => openSqliteJournal(undefined as never)).toThrow(refused('invalid-option'))
  writeFileSync(
    path,
    'a text that is longer than the header of a database, and no database at all\n'.repeat(20),
  )
  expect(() => openSqliteJournal(path)).toThrow(refused('invalid-journal'))
  const other = newPath()
  const database = new DatabaseSync(other)
  database.exec('CREATE TABLE other (day TEXT)')
  expect(() => openSqliteJournal(`file:${other}?mode=ro`)).toThrow(refused('invalid-option'))
  database.exec('CREATE TABLE journal (day TEXT)')
  database.close()
  expect(() => openSqliteJournal(other)).toThrow(refused('invalid-journal'))
})

it('is not written on once it was removed, and may be kept in memory', () => {
  const path = newPath()
  const [kept, inMemory] = [openSqliteJournal(path), openSqliteJournal(':memory:')]
  onTestFinished(() => kept.close())
  for (const store of [kept, inMemory]) openJournal(store, { skill: compiled, id: 'a' })
  rmSync(path)
  const record = { body: '{"a":1}', chain: 'x' }
  const message = expect.stringMatching(/^.*journal\.db was removed.*$/)
  expect(() => kept.append(record)).toThrow(expect.objectContaining({ code: 'journal-conflict', message }))
  expect(() => inMemory.append(record)).not.toThrow()
})

it.each<[string, (path: string) => void]>([
  [
    'replaced',
    (path) => {
      copyFileSync(path, `${path}.copy`)
      renameSync(`${path}.copy`, path)
    },
  ],
  ['moved away', (path) => renameSync(path, `${path}.old`)],
  ['cut to nothing', (path) => truncateSync(path, 0)],
])('notices at the next write that its file was %s', (_, change) => {
  const path = newPath()
  const store = openSqliteJournal(path)
  onTestFinished(() => store.close())
  openJournal(store, { skill: compiled, id: 'a' })
  change(path)
  expect(() => store.append({ body: '{"a":1}', chain: 'x' })).toThrow(
    expect.objectContaining({ code: 'journal-conflict' }),
  )
})

it('never takes a damaged database for another writer', () => {
  const path = newPath()
  const store = openSqliteJournal(path)
  const journal = openJournal(store, { skill: compiled, id: 'a' })
  journal.started({ text: 'O 0', done: false })
  for (let index = 0; index < 40; index += 1) {
    journal.decided({ index, action: 'go'.repeat(50), commit: 'before-action' })
    journal.answered({ index, state: journal.position.state, observation: { text: 'O', done: false } })
  }
  store.close()
  const sound = readFileSync(path)
  const random = xorshift(7)
  const codes = new Map<string, number>()
  for (let round = 0; round < 300; round += 1) {
    const bytes = Buffer.from(sound)
    for (let count = 0; count < 4; count += 1) bytes[random() % bytes.length] = random() % 256
    writeFileSync(path, bytes)
    for (const suffix of ['-wal', '-shm']) rmSync(path + suffix, { force: true })
    const code = codeOf(() => {
      const damaged = openSqliteJournal(path)
      try {
        openJournal(damaged, { skill: compiled, id: 'a' })
        damaged.append({ body: '{"a":1}', chain: 'x' })
      } finally {
        damaged.close()
      }
    })
    codes.set(code, (codes.get(code) ?? 0) + 1)
  }
  expect(codes.get('invalid-journal')).toBeGreaterThan(10)
  expect(
    [...codes.keys()].filter((code) => !['ok', 'invalid-journal', 'invalid-option'].includes(code)),
  ).toEqual([])
})

function codeOf(run: () => void): string {
  try {
    run()
    return 'ok'
  } catch (error) {
    return String((error as { code?: unknown }).code)
  }
}

/** Numbers that look random and are the same each time. */
function xorshift(seed: number): () => number {
  let state = seed
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state >>> 0
  }
}
