import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import {
  type CountingWorld,
  hostAdmit,
  openLink,
  serveWorld,
  type TestedHost,
} from '@skill-state/agent/conformance'
import { openDatabase } from '../src/database/database.ts'
import { startTestServer } from '../src/server/test-server.ts'
import { openSessionQueue } from '../src/sessions/session-queue.ts'
import { postgresSessions } from '../src/sessions/sessions.ts'
import { openEmptyTurns } from './empty-turns.ts'

/** The clock of each worker jumps by up to a day. */
const JUMPING = new URL('jumping-clock.ts', import.meta.url).href

/** The journals, and what the queue keeps of commands and of their turns. */
const HISTORY = `
  select (select coalesce(sum(octet_length(body) + octet_length(chain)), 0) from skill_state.session_records)
    + (select coalesce(sum(octet_length(data::text) + octet_length(output::text)), 0)
      from skill_state_queue.job where name = 'session-commands') as bytes`

export interface PostgresHost extends TestedHost {
  /** Creates an empty database on the same server. */
  createDatabase(): Promise<string>
  /** Starts one more worker, of that version. */
  startBeside(version: number): Promise<void>
  restartServer(): Promise<void>
}

/** Postgres with a worker in a process of its own; the queue's other end is here. */
export async function openPostgresHost(world?: CountingWorld): Promise<PostgresHost> {
  const [server, served] = [await startTestServer(), world && (await serveWorld(world.ask))]
  const url = await server.createDatabase()
  const link = await openLink(Number(new URL(url).port))
  const linked = new URL(url)
  linked.port = `${link.port}`
  const database = await openDatabase(url)
  const empty = await openEmptyTurns(database)
  const queue = await openSessionQueue(database)
  const store = postgresSessions(database)
  let version = 1
  const workers: ChildProcess[] = []
  const kill = async (): Promise<void> => {
    for (const worker of workers.splice(0)) {
      worker.kill('SIGKILL')
      if (worker.exitCode === null && worker.signalCode === null) await once(worker, 'exit')
    }
  }
  const start = async (which = version): Promise<void> => {
    const worker = fork(
      new URL('session-worker.ts', import.meta.url),
      [linked.href, served?.url ?? '', `${which}`],
      { execArgv: ['--conditions=@skill-state/source', `--import=${JUMPING}`] },
    )
    workers.push(worker)
    await once(worker, 'message')
  }
  /** Until a worker is taken for dead. */
  const passTime = async (): Promise<void> => {
    await database.pool.query(
      `update skill_state_queue.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active'`,
    )
  }
  await start()
  return {
    createDatabase: () => server.createDatabase(),
    async tell(session, command, credential) {
      const context = hostAdmit(credential, session)
      if (context === undefined) throw new Error(`${credential} may not`)
      return await queue.tell(session, command, { context })
    },
    stop: (session) => queue.stop(session),
    playEmpty: (session, steps, text = '') => empty.play(session, steps, text),
    async history() {
      const { rows } = await database.pool.query<{ bytes: string }>(HISTORY)
      return Number(rows[0]?.bytes)
    },
    records: (session) => store.read(session),
    cut: (ms) => link.cut(ms),
    startBeside: start,
    async restart(next = version) {
      version = next
      await kill()
      await passTime()
      await start()
    },
    async restartServer() {
      await server.restart?.('SIGKILL')
      await passTime()
    },
    async close() {
      await kill()
      for (const part of [queue, empty, database, link, served, server]) await part?.[Symbol.asyncDispose]()
    },
  }
}
