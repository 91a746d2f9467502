import { startTestServer } from '@skill-state/postgres/testing'
import { expect, test } from 'vitest'
import { raceCommands } from '../test/race-commands.ts'
import { raceProcesses } from '../test/race-processes.ts'
import { sessionStore } from '../test/session-store.ts'

test.for(['file', 'sqlite', 'postgres'] as const)(
  'three processes at once lose, double and damage nothing: %s',
  async (kind) => {
    await using server = kind === 'postgres' ? await startTestServer() : undefined
    const address = server === undefined ? '' : await server.createDatabase()
    const { conflicts, faults } = await raceProcesses(kind, address, { races: 40, writers: 3, messages: 2 })
    expect(faults).toEqual([])
    expect(conflicts).toBeGreaterThan(0)
  },
)

test('callers that send, approve and stop at once lose, double and damage nothing: postgres', async () => {
  await using server = await startTestServer()
  const { store, close } = await sessionStore('postgres', '', await server.createDatabase())
  for (let race = 0; race < 20; race += 1)
    expect(await raceCommands(store, `race-${race}`, race)).toMatchObject({ faults: [] })
  await close()
})
