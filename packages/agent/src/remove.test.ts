import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scripted } from '@skill-state/models'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { agent } from './agent.ts'
import { fileSessions } from './files.ts'
import { sqliteSessions } from './sqlite.ts'
import { memorySessions } from './stores.ts'

const folder = mkdtempSync(join(tmpdir(), 'skill-state-remove-'))
afterAll(() => rmSync(folder, { recursive: true }))

const stores = {
  memory: memorySessions(),
  files: fileSessions(join(folder, 'files')),
  sqlite: sqliteSessions(join(folder, 'sqlite')),
}

const notes = agent({
  model: scripted(() => '{"state_patch": {"name": "Ada"}, "action": {"reply": "Hello Ada."}}'),
  instructions: 'Note the name.',
  state: z.object({ name: z.string().max(20).default('') }),
  tools: {},
})

test.each(Object.entries(stores))(
  '%s: a removed session has left nothing, and others stay',
  async (_, store) => {
    for (const id of ['ada', 'ada.b', 'adah']) {
      const session = await notes.open({ id, store })
      await session.ask('I am Ada.')
      await session.close()
    }
    const place = await store.open('ada')
    place.results.keep('result-1', 'Ada Lovelace')
    await place.flush?.()
    await place.close()
    await store.remove('ada')
    expect(await store.read('ada')).toEqual([])
    expect((await notes.open({ id: 'ada', store })).state).toEqual({ name: '' })
    for (const id of ['ada.b', 'adah'])
      expect((await notes.open({ id, store })).state).toEqual({ name: 'Ada' })
    await store.remove('never begun')
  },
)

test('of a removed session the folder has only the empty lock', () => {
  const name = (file: string): boolean => /^ada\.(?!lock|jsonl)/.test(file)
  expect(readdirSync(join(folder, 'files')).filter(name)).toEqual([])
})

test.each(Object.entries(stores))('%s: who has the session open cannot bring it back', async (_, store) => {
  const session = await notes.open({ id: 'open', store })
  await session.ask('I am Ada.')
  await store.remove('open')
  await expect(session.ask('And now?')).rejects.toMatchObject({ code: 'journal-conflict' })
  expect(await store.read('open')).toEqual([])
})

test.each(Object.entries(stores))('%s: a session is not removed during its turn', async (_, store) => {
  const place = await store.open('busy')
  const release = await place.hold?.()
  expect(() => store.remove('busy')).toThrow(expect.objectContaining({ code: 'journal-conflict' }))
  await release?.()
})
