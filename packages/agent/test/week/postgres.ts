import type { SessionStore } from '../../src/index.ts'

interface Sessions {
  openDatabase(this: void, address: string): Promise<object>
  postgresSessions(this: void, database: object): SessionStore
}

interface Testing {
  startTestServer(this: void): Promise<AsyncDisposable & { createDatabase(): Promise<string> }>
}

/** The package of the database, which this one does not depend on, by its files. */
const load = async (file: string): Promise<unknown> =>
  await import(new URL(`../../../postgres/src/${file}.ts`, import.meta.url).href)

export async function postgresAt(address: string): Promise<SessionStore> {
  const { openDatabase, postgresSessions } = (await load('sessions/sessions')) as Sessions
  return postgresSessions(await openDatabase(address))
}

export async function postgresServer(): ReturnType<Testing['startTestServer']> {
  const { startTestServer } = (await load('server/test-server')) as Testing
  return await startTestServer()
}
