import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memorySessions } from '@skill-state/agent'
import { fileSessions } from '@skill-state/agent/files'
import { sqliteSessions } from '@skill-state/agent/sqlite'
import { afterAll, expect, test } from 'vitest'
import { raceCommands } from '../test/race-commands.ts'

const folder = mkdtempSync(join(tmpdir(), 'skill-state-race-'))
afterAll(() => rmSync(folder, { recursive: true }))

test.for([
  ['memory', memorySessions()],
  ['file', fileSessions(folder)],
  ['sqlite', sqliteSessions(folder)],
] as const)(
  'callers that send, approve and stop at once lose, double and damage nothing: %s',
  async ([, store]) => {
    let executed = 0
    for (let race = 0; race < 20; race += 1) {
      const { faults, paid } = await raceCommands(store, `race-${race}`, race)
      expect(faults).toEqual([])
      executed += paid
    }
    expect(executed).toBeGreaterThan(5)
  },
)
