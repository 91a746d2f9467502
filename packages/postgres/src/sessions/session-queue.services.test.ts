import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import {
  type CountingWorld,
  hostAdmit,
  serveWorld,
  type TestedHost,
  testHost,
} from '@skill-state/agent/conformance'
import { test } from 'vitest'
import { openDatabase } from '../database/database.ts'
import { startTestServer } from '../server/test-server.ts'
import { openSessionQueue } from './session-queue.ts'
import { postgresSessions } from './sessions.ts'

/** Postgres with a worker in a process of its own; the queue's other end is here. */
async function open(world: CountingWorld): Promise<TestedHost> {
  const [server, served] = [await startTestServer(), await serveWorld(world.ask)]
  const url = await server.createDatabase()
  const database = await openDatabase(url)
  const queue = await openSessionQueue(database)
  const store = postgresSessions(database)
  let version = 1
  let worker: ChildProcess | undefined
  const kill = async (): Promise<void> => {
    worker?.kill('SIGKILL')
    if (worker) await once(worker, 'exit')
  }
  const start = async (): Promise<void> => {
    worker = fork(new URL('../../test/session-worker.ts', import.meta.url), [url, served.url, `${version}`], {
      execArgv: ['--conditions=@skill-state/source'],
    })
    await once(worker, 'message')
  }
  await start()
  return {
    async tell(session, command, credential) {
      const context = hostAdmit(credential, session)
      if (context === undefined) throw new Error(`${credential} may not`)
      return await queue.tell(session, command, { context })
    },
    stop: (session) => queue.stop(session),
    records: (session) => store.read(session),
    async restart(next = version) {
      version = next
      await kill()
      // Time passes until the worker is taken for dead.
      await database.pool.query(
        `update skill_state_queue.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active'`,
      )
      await start()
    },
    async close() {
      await kill()
      await queue[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
      await served[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}

for (const { name, run } of testHost({ open })) test(`Postgres: ${name}`, run)
