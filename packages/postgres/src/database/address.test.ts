import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseAddress, withoutPassword } from './address.ts'

test.for([
  ['postgres://bench@db.example/skill_state', 'postgres://bench@db.example/skill_state', ''],
  ['postgresql://db/state/nightly/mini', 'postgresql://db/state', 'nightly/mini'],
  ['postgres://u:a%2Fb%40c@[::1]:5433/d/my%20run', 'postgres://u:a%2Fb%40c@[::1]:5433/d', 'my run'],
  ['postgres:///d/r?host=/var/run/postgresql', 'postgres:///d?host=/var/run/postgresql', 'r'],
  ['postgres://h/d/%ff', 'postgres://h/d', '%ff'],
] as const)('%s is read', ([address, database, run]) => {
  expect(parseAddress(address)).toEqual({ database, run })
})

test.for([
  ['mysql://host/db', /^"mysql:\/\/host\/db" is not postgres:/],
  ['host/db', /^"host\/db" is not postgres:/],
  ['postgres://user@host', /^postgres:\/\/…@host names no database/],
  ['postgres://user@host:99999/db', /is not postgres:/],
  ['postgres://user:12/3@host/db', /^"postgres:\/\/…@host\/db" is not .*%2F/],
  ['postgres://user:12?3@host/db', /is not .*%3F/],
  ['postgres://user:12#3@host/db', /is not .*%23/],
  ['postgres://user:100%@host/db', /is not .*%25/],
  [
    'postgres://user:pw@host/db?sslmode=junk',
    /^postgres:\/\/user@host\/db: there is no such sslmode; known: disable, /,
  ],
] as const)('%s is rejected in one line', ([address, message]) => {
  expect(() => parseAddress(address)).toThrow(
    expect.objectContaining({ code: 'invalid-option', message: expect.stringMatching(message) }),
  )
})

test('no part of a password is shown, however it is written', () => {
  const around = fc.stringMatching(/^[a1:/?#@%&=[\]\\ .é]*$/)
  fc.assert(
    fc.property(around, around, fc.boolean(), (before, behind, encode) => {
      const password = `${before}hunter2${behind}`
      const address = `postgres://user:${encode ? encodeURIComponent(password) : password}@host/db`
      expect(whatIsShown(address)).not.toContain('hunter2')
      if (encode) expect(parseAddress(address).database).toBe(new URL(address).href)
    }),
  )
})

function whatIsShown(address: string): string {
  try {
    return withoutPassword(parseAddress(address).database)
  } catch (error) {
    return (error as Error).message
  }
}
