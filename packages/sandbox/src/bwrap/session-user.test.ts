import { expect, test } from 'vitest'
import { takeUser } from './session-user.ts'

test.runIf(process.platform === 'linux')(
  'no two sessions are the same user, and none is one of this machine',
  () => {
    const users = Array.from({ length: 100 }, takeUser)
    expect(new Set(users.map(({ id }) => id)).size).toBe(100)
    expect(Math.min(...users.map(({ id }) => id))).toBeGreaterThan(60_000)
    for (const { release } of users) release()
  },
)
