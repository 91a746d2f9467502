import { afterAll, beforeAll } from 'vitest'
import { type ConnectOptions, type Database, openDatabase } from '../src/database/database.ts'
import { startTestServer, type TestServer } from '../src/server/test-server.ts'

/** Gives the tests of a file an empty database and its server, from before the first of them until after the last. */
export function useDatabase(
  take: (database: Database, server: TestServer) => void,
  options?: ConnectOptions,
): void {
  let server: TestServer
  let database: Database
  beforeAll(async () => {
    server = await startTestServer()
    database = await openDatabase(await server.createDatabase(), options)
    take(database, server)
  })
  afterAll(async () => {
    await database?.[Symbol.asyncDispose]()
    await server?.[Symbol.asyncDispose]()
  })
}
