import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../server/test-server.ts'
import { openDatabase, requireSupported } from './database.ts'

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
  [
    'a port without a listener',
    (): string => changed((a) => (a.port = '1')),
    /ECONNREFUSED.*; nothing listens there/,
  ],
  [
    'a socket that is not there',
    () => changed((a) => a.searchParams.set('host', '/nowhere')),
    /ENOENT .*; nothing listens there/,
  ],
  [
    'a host that is not there',
    () => changed((a) => (a.hostname = 'no.invalid')),
    /; there is no such host|cannot be looked up/,
  ],
  ['a wrong password', () => changed((a) => (a.password = 'wrong')), /; the server rejects user or password/],
  [
    'a database that is not there',
    () => changed((a) => (a.pathname = '/nowhere')),
    /; there is no such database/,
  ],
] as const)('%s gives one line that says what to do', async ([, address, message]) => {
  const error = await openDatabase(address()).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ code: 'database-unavailable', message: expect.stringMatching(message) })
  expect((error as Error).message).not.toMatch(/\n|wrong@|secret/)
})

test.for([
  ['sslrootcert=/nowhere.pem', /ENOENT.*; check its parameters/],
  ['sslmode=verify-ca', /sslrootcert.*; check its parameters/],
  ['sslnegotiation=late', /sslnegotiation.*; check its parameters/],
] as const)('%s is rejected before anything is opened', async ([parameter, message]) => {
  await expect(openDatabase(`${url}?${parameter}`)).rejects.toMatchObject({
    code: 'invalid-option',
    message: expect.stringMatching(message),
  })
})

/** What a server of SCRAM-SHA-256 says until it needs the password. */
const SCRAM = [authentication(10, 'SCRAM-SHA-256\0\0'), authentication(11, 'r=1,s=MQ==,i=1')]

function authentication(kind: number, text: string): string {
  return String.fromCharCode(82, 0, 0, 0, 8 + text.length, 0, 0, 0, kind) + text
}

test.for([
  ['sslmode=require', ['N'], /does not support SSL.*; turn SSL on/],
  ['sslmode=verify-full', ['N'], /does not support SSL.*; turn SSL on/],
  ['password=', SCRAM, /; the server asks for a password/],
  ['', [], /; the server has just gone, or it is no Postgres/],
] as const)('with "%s", a server that answers %j is named', async ([parameter, answer, message]) => {
  await using other = await listen(answer)
  await expect(openDatabase(`${other.url}?${parameter}`)).rejects.toMatchObject({
    code: 'database-unavailable',
    message: expect.stringMatching(message),
  })
})

/** A server that gives one answer to each message of a client, and hangs up after the last. */
async function listen(answers: readonly string[]): Promise<{ url: string } & AsyncDisposable> {
  const listener = createServer((socket) => {
    const left = [...answers]
    socket.on('error', () => {})
    socket.on('data', () => {
      const answer = left.shift()
      if (answer === undefined) socket.end()
      else socket.write(answer)
    })
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  return {
    url: `postgres://user@127.0.0.1:${port}/db`,
    [Symbol.asyncDispose]: () => new Promise((resolve) => listener.close(() => resolve())),
  }
}

/** A user of the server, for as long as the test runs. */
async function createRole(address: string, attributes: string): Promise<{ url: string } & AsyncDisposable> {
  const name = `skill_state_${randomUUID().replaceAll('-', '')}`
  await query(`create role ${name} login password 'p@ss/word' ${attributes}`)
  const own = new URL(address)
  own.username = name
  own.password = encodeURIComponent('p@ss/word')
  return {
    url: own.href,
    async [Symbol.asyncDispose]() {
      await query(`drop owned by ${name}`, address)
      await query(`drop role ${name}`)
    },
  }
}

async function schemas(address: string): Promise<readonly string[]> {
  const { rows } = await query(`select nspname from pg_namespace where nspname like 'skill_state%'`, address)
  return rows.map(({ nspname }) => nspname)
}

test.for([
  ['who may create nothing', '', '', /permission denied.*; the user may not do that; grant it CREATE/],
  [
    'whose transactions are read-only',
    '',
    'set default_transaction_read_only = on',
    /; the server takes no writes/,
  ],
  [
    'with no connection left',
    'connection limit 0',
    '',
    /too many connections.*; the server has no connection left/,
  ],
] as const)('a user %s is told so, and nothing is half created', async ([, attributes, setting, message]) => {
  const address = await server.createDatabase()
  await using user = await createRole(address, attributes)
  if (setting !== '') {
    const { username, pathname } = new URL(user.url)
    await query(`grant create on database ${pathname.slice(1)} to ${username}`)
    await query(`alter role ${username} ${setting}`)
  }
  await expect(openDatabase(user.url)).rejects.toMatchObject({
    code: 'database-unavailable',
    message: expect.stringMatching(message),
  })
  expect(await schemas(address)).toEqual([])
})

test('a reader creates nothing, and needs no right to write', async () => {
  const address = await server.createDatabase()
  await expect(openDatabase(address, { reader: true })).rejects.toMatchObject({
    code: 'invalid-run',
    message: expect.stringContaining('contains no runs'),
  })
  expect(await schemas(address)).toEqual([])
  await (await openDatabase(address))[Symbol.asyncDispose]()
  await using user = await createRole(address, '')
  const { username } = new URL(user.url)
  await expect(openDatabase(user.url, { reader: true })).rejects.toThrow(/name the user who owns the tables/)
  await query(`grant usage on schema skill_state to ${username}`, address)
  await query(`grant select on all tables in schema skill_state to ${username}`, address)
  await query(`alter role ${username} set default_transaction_read_only = on`)
  await (await openDatabase(user.url, { reader: true }))[Symbol.asyncDispose]()
})

test('a process that sleeps in a transaction loses it', async () => {
  await using database = await openDatabase(url)
  const { rows } = await database.pool.query('show idle_in_transaction_session_timeout')
  expect(rows).toEqual([{ idle_in_transaction_session_timeout: '5s' }])
})

test('tables of a newer program are left alone', async () => {
  const address = await server.createDatabase()
  await (await openDatabase(address))[Symbol.asyncDispose]()
  await query('update skill_state.version set number = 99', address)
  await expect(openDatabase(address)).rejects.toThrow(/its tables are of version 99.*update it/)
})

test('an older server is named with what is needed', () => {
  const old = { number: '130018', name: '13.18' }
  expect(() => requireSupported('here', old)).toThrow(
    'here: the server is Postgres 13.18; at least 14 is needed',
  )
  requireSupported('here', { number: '140000', name: '14.0' })
})
