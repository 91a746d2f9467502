import { readFileSync, rmSync } from 'node:fs'
import { compileSkill } from '@skill-state/core'
import { openJournal, verify } from '@skill-state/core/journal'
import { memoryJournal } from '@skill-state/core/journal/memory'
import { openDatabase, postgresSessions } from '@skill-state/postgres/sessions'
import { startTestServer } from '@skill-state/postgres/testing'
import { expect, test } from 'vitest'
import { skillStateHere } from '../test/here.ts'

const skill = compileSkill({ name: 'a', instructions: '', schema: { type: 'object' }, initialState: {} })

test('repair goes back to the last good record of a session in a database', async () => {
  await using server = await startTestServer()
  const url = await server.createDatabase()
  await using database = await openDatabase(url)
  const sessions = postgresSessions(database)
  const place = await sessions.open('a b')
  const journal = openJournal(place.journal, { skill, id: 'a b' })
  for (const text of ['one', 'two', 'three']) journal.received({ text })
  await place.flush()
  await database.pool.query(`update skill_state.session_records set body = replace(body, '"two"', '"2"')`)
  const damaged = await sessions.open('a b')
  expect(() => openJournal(damaged.journal, { skill })).toThrow(`skill-state repair ${database.place} "a b"`)
  const { stdout } = await skillStateHere(['repair', url, 'a b'])
  expect(stdout).toContain('it continues after record 2; the damaged journal is kept in ')
  const aside = stdout.trimEnd().split(' ').at(-1) ?? ''
  expect(readFileSync(aside, 'utf8').split('\n')).toHaveLength(5)
  rmSync(aside)
  expect(verify(memoryJournal([...(await sessions.read('a b'))]))).toMatchObject({ records: 2 })
  journal.received({ text: 'four' })
  await expect(place.flush()).rejects.toMatchObject({ code: 'journal-conflict' })
})
