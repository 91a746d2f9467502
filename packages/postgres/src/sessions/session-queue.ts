import { randomUUID } from 'node:crypto'
import type { Agent, AgentEvent, Turn } from '@skill-state/agent'
import { parseCommand, resumeAfter, type SessionCommand, tell } from '@skill-state/agent/host'
import { type ErrorCode, type JsonValue, SkillStateError } from '@skill-state/protocol'
import type { JobWithMetadata } from 'pg-boss'
import type { Database } from '../database/database.ts'
import { KEEP_SECONDS, openBoss, SILENCE_SECONDS } from '../queue/open-boss.ts'
import { postgresSessions } from './sessions.ts'

interface TellOptions {
  /** Who gives the command, for tools and approvals. */
  readonly context?: JsonValue | undefined
  /** Milliseconds until it is played. Default 0. */
  readonly delayMs?: number | undefined
}

interface WorkOptions<State> {
  readonly agent: Agent<State>
  /** Turns at once. Default 4. */
  readonly concurrency?: number | undefined
  /** Hears the events of each turn, for instance to publish them to a page. */
  readonly onEvent?: ((event: AgentEvent, session: string) => void) | undefined
}

/** Commands for sessions, in a database that any number of workers share. Closing it lets the turns under way come to their end. */
interface SessionQueue extends AsyncDisposable {
  /** Keeps a command, which is played after those before it in its session. Throws `invalid-option` if it cannot be read. */
  post(session: string, command: unknown, options?: TellOptions): Promise<void>
  /** The same, and returns what came of it. Throws `SkillStateError` if the command did not fit the session. */
  tell(session: string, command: unknown, options?: TellOptions): Promise<Turn>
  /** Stops the turn that is under way in a session. */
  stop(session: string): Promise<void>
  /** Plays commands until the queue is closed. Call it once in each process that is a worker. */
  work<State>(options: WorkOptions<State>): Promise<void>
}

interface SessionQueueOptions {
  /** Hears of what goes wrong in the background. Default: nothing. */
  readonly onError?: ((error: unknown) => void) | undefined
}

interface Job {
  readonly command: SessionCommand
  readonly context?: JsonValue | undefined
  /** Times that it was resumed already. */
  readonly tries?: number | undefined
}

interface Output {
  readonly turn?: Turn
  readonly failed?: { readonly code: ErrorCode; readonly message: string }
}

const COMMANDS = 'session-commands'
const STOPS = 'session-stops'

/** How often a worker looks for a stop of its turn, and a caller for the end of one. */
const LOOK_MS = 250

/** Errors after which another try, or a worker of another version, may succeed: the command stays in the queue. */
const TRIED_AGAIN: readonly ErrorCode[] = ['journal-conflict', 'database-unavailable', 'invalid-journal']

/**
 * Opens the queue of sessions in a database, and creates its tables if they are missing. The sessions are those of
 * `postgresSessions`. Commands of one session are played one at a time, in order, by whichever worker is free; the command of a worker
 * that dies goes to another one. Throws `invalid-option` in one line.
 */
export async function openSessionQueue(
  database: Database,
  { onError = () => {} }: SessionQueueOptions = {},
): Promise<SessionQueue> {
  const boss = await openBoss(database, onError, async (opened) => {
    await opened.createQueue(COMMANDS, {
      retryLimit: 1_000_000,
      retryDelay: 1,
      expireInSeconds: 24 * 60 * 60,
      policy: 'key_strict_fifo',
      heartbeatSeconds: SILENCE_SECONDS,
      retentionSeconds: KEEP_SECONDS,
      deleteAfterSeconds: 60 * 60,
    })
    await opened.createQueue(STOPS, { retentionSeconds: 60 * 60, deleteAfterSeconds: 60 })
  })
  const store = postgresSessions(database)

  const post = async (session: string, job: Job, delayMs = 0): Promise<string> => {
    const startAfter = delayMs === 0 ? {} : { startAfter: new Date(Date.now() + delayMs) }
    const id = await boss.send(COMMANDS, job, { singletonKey: session, ...startAfter })
    if (id === null) throw new SkillStateError('database-unavailable', 'the queue did not take the command')
    return id
  }
  const queued = async (session: string, given: unknown, options: TellOptions): Promise<string> => {
    const command = parseCommand(given)
    const named = 'send' in command ? { ...command, id: command.id ?? randomUUID() } : command // may be delivered twice
    return await post(session, { command: named, context: options.context }, options.delayMs)
  }
  const play = async <State>(
    { singletonKey, startedOn, retryCount, data }: JobWithMetadata<Job>,
    { agent, onEvent }: WorkOptions<State>,
  ): Promise<Output> => {
    const name = singletonKey ?? ''
    const stopped = new AbortController()
    const look = setInterval(() => {
      isStopped(name, startedOn).then(
        (isSo) => isSo && stopped.abort(new Error('stopped by the user')),
        onError,
      )
    }, LOOK_MS)
    try {
      const session = await agent.open({ id: name, store, context: data.context })
      const run = async (command: SessionCommand): Promise<Turn<State>> => {
        const events = tell(session, command, stopped.signal)
        if (onEvent) for await (const event of events) onEvent(event, name)
        return await events.turn
      }
      try {
        // After a death, what was begun comes to its end before the command is given again.
        if (retryCount > 0) await run({ resume: true })
        const turn = await run(data.command)
        const delay = resumeAfter(turn, data.tries ?? 0)
        const resume: Job = { command: { resume: true }, context: data.context, tries: (data.tries ?? 0) + 1 }
        if (delay !== undefined) await post(name, resume, delay)
        return { turn }
      } finally {
        await session.close()
      }
    } catch (error) {
      if (!(error instanceof SkillStateError) || TRIED_AGAIN.includes(error.code)) {
        onError(error)
        throw error
      }
      return { failed: { code: error.code, message: error.message } }
    } finally {
      clearInterval(look)
    }
  }
  const isStopped = async (session: string, since: Date): Promise<boolean> => {
    const stops = await boss.findJobs(STOPS, { key: session, queued: true })
    for (const { id } of stops) await boss.deleteJob(STOPS, id)
    return stops.some(({ createdOn }) => createdOn >= since)
  }
  return {
    async post(session, command, options = {}) {
      await queued(session, command, options)
    },
    async tell(session, command, options = {}) {
      const id = await queued(session, command, options)
      for (;;) {
        const [job] = await boss.findJobs(COMMANDS, { id })
        if (job === undefined)
          throw new SkillStateError('database-unavailable', 'the command is not in the queue any more')
        if (job.state === 'completed') return turnOf(job.output as Output)
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
      }
    },
    async stop(session) {
      await boss.send(STOPS, {}, { singletonKey: session })
    },
    async work(options) {
      const { concurrency: localConcurrency = 4 } = options
      const polling = { localConcurrency, pollingIntervalSeconds: 0.5, includeMetadata: true } as const
      await boss.work(
        COMMANDS,
        polling,
        async ([job]: JobWithMetadata<Job>[]) => job && (await play(job, options)),
      )
    },
    async [Symbol.asyncDispose]() {
      await boss.stop()
    },
  }
}

function turnOf({ turn, failed }: Output): Turn {
  if (turn) return turn
  throw new SkillStateError(failed?.code ?? 'journal-misuse', failed?.message ?? 'the command was not played')
}
