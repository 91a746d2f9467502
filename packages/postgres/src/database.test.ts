import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, requireServer } from './database.ts'
import { startTestServer, type TestServer } from './test-server.ts'

let server: TestServer
let url: string
beforeAll(async () => {
  server = await startTestServer()
  url = await server.createDatabase()
})
afterAll(() => server?.[Symbol.asyncDispose]())

function changed(change: (address: URL) => unknown): string {
  const address = new URL(url)
  change(address)
  return address.href
}

async function query(text: string, address: string = url): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  try {
    return await client.query(text)
  } finally {
    await client.end()
  }
}

test.for([
  ['an address that is none', (): string => 'mysql://host/db', /"mysql:\/\/host\/db" is not postgres:/],
  ['no database', (): string => changed((a) => (a.pathname = '')), /names no database/],
  [
    'a port where nobody listens',
    () => changed((a) => (a.port = '1')),
    /ECONNREFUSED.*; nothing listens there/,
  ],
  [
    'a wrong password',
    (): string => changed((a) => (a.password = 'wrong')),
    /; the server refuses user or password/,
  ],
  [
    'a database that is not there',
    () => changed((a) => (a.pathname = '/nowhere')),
    /; there is no such database/,
  ],
] as const)('%s gives one line that says what to do', async ([, address, message]) => {
  const error = await connect(address()).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ code: 'invalid-option', message: expect.stringMatching(message) })
  expect((error as Error).message).not.toMatch(/\n|wrong@|secret/)
})

test('a user who may create nothing is told so, and nothing is half created', async () => {
  const address = await server.createDatabase()
  await query(`drop role if exists skill_state_reader`)
  await query(`create role skill_state_reader login password 'reader'`)
  const reader = new URL(address)
  reader.username = 'skill_state_reader'
  reader.password = 'reader'
  await expect(connect(reader.href)).rejects.toThrow(
    /permission denied.*; the user may not do that; grant it CREATE/,
  )
  const { rows } = await query(`select nspname from pg_namespace where nspname like 'skill_state%'`, address)
  expect(rows).toEqual([])
  await query(`drop role skill_state_reader`)
})

test('tables of a newer program are left alone', async () => {
  const address = await server.createDatabase()
  await (await connect(address))[Symbol.asyncDispose]()
  await query('update skill_state.version set number = 99', address)
  await expect(connect(address)).rejects.toThrow(/its tables are of version 99.*update it/)
})

test('an older server is named with what is needed', () => {
  const old = { number: '130018', name: '13.18' }
  expect(() => requireServer('here', old)).toThrow(
    'here: the server is Postgres 13.18; at least 14 is needed',
  )
  requireServer('here', { number: '140000', name: '14.0' })
})
