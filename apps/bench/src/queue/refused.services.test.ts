import { readdirSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { bench, emptyFolder } from '../../test/bench.ts'
import { HANG, useServer } from '../../test/fleet/server.ts'

const server = useServer()
let address: string
beforeAll(async () => {
  address = await server().createDatabase()
})

function changed(change: (url: URL) => unknown): string {
  const url = new URL(address)
  change(url)
  return url.href
}

const COMMANDS = ['run scaling --runtime skill-state --seeds 1 --queue', 'worker --queue', 'report'] as const

test.for([
  [
    'is no address of a database',
    (): string => 'postgres://me:hunter2/3@host/db',
    /^"postgres:\/\/…@host\/db"/,
  ],
  ['has a wrong password', () => changed((url) => (url.password = 'hunter2')), /rejects user or password/],
  [
    'names no database of the server',
    () => changed((url) => (url.pathname = '/nowhere')),
    /no such database/,
  ],
  [
    'has parameters that cannot be used',
    () => changed((url) => url.searchParams.set('sslmode', 'verify-ca')),
    /check its parameters/,
  ],
] as const)(
  'what %s ends each command in one line, and leaves nothing behind',
  HANG,
  async ([, name, line]) => {
    for (const command of COMMANDS) {
      const cwd = emptyFolder()
      const { code, stdout, stderr } = await bench(`${command} ${name()}`, { cwd })
      expect({ code, stdout, left: readdirSync(cwd) }).toEqual({ code: 2, stdout: '', left: [] })
      expect(stderr).toMatch(/^bench: [^\n]+\n$/)
      expect(stderr.slice('bench: '.length)).toMatch(line)
      expect(stderr).not.toContain('hunter2')
    }
  },
)
