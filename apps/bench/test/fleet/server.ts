import { startTestServer, type TestServer } from '@skill-state/postgres/testing'
import { afterAll, beforeAll } from 'vitest'

/** Milliseconds after which a test hangs: several processes start in each, also on a busy machine. */
export const HANG = { timeout: 180_000 }

/** Postgres for the tests of a file, from before the first of them until after the last. */
export function useServer(): () => TestServer {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  }, HANG.timeout)
  afterAll(() => server?.[Symbol.asyncDispose]())
  return () => server
}
