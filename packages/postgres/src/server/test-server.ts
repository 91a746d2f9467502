import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { startOwnServer } from './own-server.ts'

export { databaseOver } from '../database/database.ts'
export type { OpenPool } from '../database/open-pool.ts'
export type { Connection } from '../database/pool.ts'

/** A Postgres for tests: a server of its own, or the one that `DATABASE_URL` names. */
export interface TestServer extends AsyncDisposable {
  /** Creates an empty database and gives its address. */
  readonly createDatabase: () => Promise<string>
  /** Stops and starts the server, where it is the test's own. */
  readonly restart: ((signal?: NodeJS.Signals) => Promise<void>) | undefined
}

export async function startTestServer(): Promise<TestServer> {
  const given = process.env.DATABASE_URL
  if (given) return onServer(given)
  const server = await startOwnServer()
  return {
    ...onServer(server.address),
    restart: async (signal) => {
      await server.stop(signal)
      await server.start()
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

function onServer(url: string): TestServer {
  const made: string[] = []
  return {
    async createDatabase() {
      const name = `skill_state_test_${randomUUID().replaceAll('-', '')}`
      await query(url, `create database ${name}`)
      made.push(name)
      return Object.assign(new URL(url), { pathname: `/${name}` }).href
    },
    restart: undefined,
    async [Symbol.asyncDispose]() {
      for (const name of made) await query(url, `drop database if exists ${name} with (force)`)
    },
  }
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
