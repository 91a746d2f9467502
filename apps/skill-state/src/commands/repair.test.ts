import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { compileSkill } from '@skill-state/core'
import { type JournalStore, openJournal, verify } from '@skill-state/core/journal'
import { openFileJournal } from '@skill-state/core/journal/file'
import { openSqliteJournal } from '@skill-state/core/journal/sqlite'
import { files } from '@skill-state/protocol/files'
import { expect, test } from 'vitest'
import { skillStateHere } from '../../test/here.ts'
import { emptyFolder } from '../../test/skill-state.ts'

const skill = compileSkill({ name: 'a', instructions: '', schema: { type: 'object' }, initialState: {} })

function record(store: JournalStore): void {
  const journal = openJournal(store, { skill, id: 'a' })
  for (const text of ['one', 'two', 'three']) journal.received({ text })
  store.close()
}

function damageFile(file: string): void {
  record(openFileJournal(file))
  writeFileSync(file, readFileSync(file, 'utf8').replace('"two"', '"2"'))
}

function damageDatabase(file: string): void {
  record(openSqliteJournal(file))
  const database = new DatabaseSync(file)
  database.exec(`update journal set body = replace(body, '"two"', '"2"')`)
  database.close()
}

test.for([
  ['a.jsonl', damageFile, openFileJournal],
  ['a.sqlite', damageDatabase, openSqliteJournal],
] as const)(
  'repair goes back to the last good record of %s, and keeps the damaged journal',
  async ([name, damage, open]) => {
    const file = join(emptyFolder(), name)
    damage(file)
    const bytes = readFileSync(file)
    const command = `skill-state repair ${file}`
    const damaged = open(file)
    const read = (): unknown => openJournal(damaged, { skill })
    expect(read).toThrow(
      expect.objectContaining({ message: expect.stringMatching(/^record 3 .*it with: (.*)$/) }),
    )
    expect(read).toThrow(command)
    damaged.close()
    expect(await skillStateHere(['repair', file])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(
        `it continues after record 2; the damaged journal is kept in ${file}.damaged\n`,
      ),
    })
    expect(readFileSync(`${file}.damaged`)).toEqual(bytes)
    const store = open(file)
    expect(verify(store)).toMatchObject({ records: 2 })
    expect([...(openJournal(store, { skill, id: 'a' }).position.inbox ?? [])]).toEqual([
      { text: 'one', id: undefined },
    ])
    store.close()
    expect((await skillStateHere(['repair', file])).stdout).toBe(
      `${file}: nothing is damaged in its 2 records\n`,
    )
  },
)

test('undo and repair of a session wait for no turn of another process, and change nothing', async () => {
  const folder = emptyFolder()
  const file = join(folder, 'a.jsonl')
  damageFile(file)
  const bytes = readFileSync(file)
  const release = files.lock(join(folder, 'a.lock'))
  for (const command of [
    ['undo', file, '1'],
    ['repair', file],
  ]) {
    const { code, stderr } = await skillStateHere(command)
    expect(code).not.toBe(0)
    expect(stderr).toContain('is in a turn that another process runs: try again when that has ended')
  }
  expect(readFileSync(file)).toEqual(bytes)
  release?.()
  expect((await skillStateHere(['repair', file])).code).toBe(0)
})
