import { startTestServer } from '@skill-state/postgres/testing'
import { expect, test } from 'vitest'
import { raceProcesses } from '../test/race-processes.ts'

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
