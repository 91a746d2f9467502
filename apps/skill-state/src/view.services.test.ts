import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { agent } from '@skill-state/agent'
import { history } from '@skill-state/core/journal'
import { openFileJournal } from '@skill-state/core/journal/file'
import { scripted } from '@skill-state/models'
import { openDatabase, postgresSessions } from '@skill-state/postgres/sessions'
import { startTestServer } from '@skill-state/postgres/testing'
import { expect, test, vi } from 'vitest'
import { skillStateHere } from '../test/here.ts'

const desk = agent({
  model: scripted((_, call) => `{"state_patch": {"n": ${call + 1}}, "action": {"reply": "${call + 1}."}}`),
  instructions: 'Count.',
  state: { type: 'object', properties: { n: { type: 'integer' } }, additionalProperties: false },
  tools: {},
})

/** The folder that is shown. The page itself has tests beside it, and needs a build. */
const shown = vi.hoisted(() => ({ folder: '' }))
vi.mock('@skill-state/viewer', () => ({
  serveView: async (folder: string) => {
    shown.folder = folder
    return { url: 'http://127.0.0.1/', close: async () => {} }
  },
}))

/** The actions of the one session that is shown. */
function actions(): readonly unknown[] {
  if (shown.folder === '') throw new Error('nothing is shown yet')
  const journal = openFileJournal(join(shown.folder, 'customer%2F7.jsonl'))
  try {
    return [...history(journal)].map(({ action }) => action)
  } finally {
    journal.close()
  }
}

test('view shows the sessions of a database, and their steps while they continue', async () => {
  await using server = await startTestServer()
  const url = await server.createDatabase()
  await using database = await openDatabase(url)
  expect(await skillStateHere(['view', url])).toMatchObject({
    code: 2,
    stderr: `skill-state: ${database.place} has no session\n`,
  })
  expect(database.place).not.toContain(new URL(url).password || url)
  const session = await desk.open({ id: 'customer/7', store: postgresSessions(database) })
  for await (const _ of session.send('One'));
  const odd = await desk.open({ id: `${'😀'.repeat(256)}`, store: postgresSessions(database) })
  for await (const _ of odd.send('One'));
  await odd.close()
  await database.pool.query('insert into skill_state.sessions (name) values ($1)', ['y'.repeat(900)])
  await database.pool.query(`insert into skill_state.session_records (session, seq, body, chain)
    select id, 1, '{}', '' from skill_state.sessions where length(name) = 900`)
  const viewing = skillStateHere(['view', url])
  await vi.waitFor(() => expect(actions()).toEqual([{ reply: '1.' }]), PATIENT)
  for await (const _ of session.send('Two'));
  await session.close()
  await vi.waitFor(() => expect(actions()).toEqual([{ reply: '1.' }, { reply: '3.' }]), PATIENT)
  process.emit('SIGINT')
  expect(await viewing).toMatchObject({ code: 0, stdout: 'http://127.0.0.1/\nCtrl-C ends it.\n' })
  expect(existsSync(shown.folder)).toBe(false)
})

/** Only ends what hangs. */
const PATIENT = { timeout: 300_000 }
