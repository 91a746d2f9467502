import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { byObservation, clerk, travel } from '../test/travel.ts'
import { fileSessions } from './files.ts'
import { memorySessions } from './index.ts'
import { sqliteSessions } from './sqlite.ts'

const folder = mkdtempSync(join(tmpdir(), 'skill-state-ids-'))
afterAll(() => rmSync(folder, { recursive: true }))

const TAKEN = [
  'a',
  'a/../b',
  '..',
  'x'.repeat(1_024),
  '/'.repeat(1_024),
  '\u{1f600}'.repeat(256),
  'é'.repeat(256),
  'a b:c?*|',
]
const REJECTED = ['', 'x'.repeat(1_025), '\u{1f600}'.repeat(257), 'a\0b', 'a\nb', '\ud800', 'a\udc00b', 'a~1']

describe.each([
  ['memory', memorySessions()],
  ['file', fileSessions(join(folder, 'files'))],
  ['sqlite', sqliteSessions(join(folder, 'databases'))],
] as const)('ids in the %s store', (_, store) => {
  const desk = travel(byObservation(clerk), { booked: [] })

  test('are taken up to 1,024 bytes, each as a session of its own', async () => {
    for (const id of TAKEN) {
      const session = await desk.open({ id, store })
      await Array.fromAsync(session.send(`I am ${id.slice(-40)}`))
      await session.close()
    }
    for (const id of TAKEN) {
      const session = await desk.open({ id, store })
      expect(session.messages(9).filter(({ by }) => by === 'user')).toHaveLength(1)
      await session.close()
    }
  })

  test.each(REJECTED)('are rejected in one line: %j', async (id) => {
    await expect(desk.open({ id, store })).rejects.toMatchObject({
      code: 'invalid-option',
      message: expect.stringMatching(/^.{1,300}$/),
    })
  })
})
