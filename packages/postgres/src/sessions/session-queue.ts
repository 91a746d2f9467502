import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Agent, AgentEvent, Turn } from '@skill-state/agent'
import { checkHost, parseCommand, resumeAfter, type SessionCommand, tell } from '@skill-state/agent/host'
import { type ErrorCode, type JsonValue, SkillStateError } from '@skill-state/protocol'
import type { JobWithMetadata } from 'pg-boss'
import type { Database } from '../database/database.ts'
import { explained } from '../database/failures.ts'
import { together } from '../database/together.ts'
import { jobSender } from '../queue/job-sender.ts'
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
  /**
   * Plays commands until the queue is closed. Call it once in each process that is a worker. Throws `invalid-option` if a session of the
   * agent could outgrow a row.
   */
  work<State>(options: WorkOptions<State>): Promise<void>
}

interface SessionQueueOptions {
  /** Hears of what goes wrong in the background. Default: nothing. */
  readonly onError?: ((error: unknown) => void) | undefined
}

/** What a worker is told of a command. */
interface Told {
  readonly command: SessionCommand
  readonly context?: JsonValue | undefined
  /** Times that it was resumed already. */
  readonly tries?: number | undefined
}

/** What came of a command. */
interface Came {
  readonly turn?: Turn
  readonly failed?: { readonly code: ErrorCode; readonly message: string }
}

/** A value as the queue keeps it: `jsonb` takes no NUL and no half of a surrogate pair, which a text of JSON has escaped. */
interface Packed {
  readonly json: string
}

interface Row {
  readonly id: string
  readonly state: string
  readonly output: Packed | null
}

interface Stop {
  readonly key: string
  readonly at: Date
}

const TAKE_STOPS = `
  with taken as (
    delete from skill_state_queue.job where name = $1 and singleton_key = any($2) and state < 'active'
    returning singleton_key, created_on
  )
  select singleton_key as key, max(created_on) as at from taken group by singleton_key`

const STATES = 'select id, state, output from skill_state_queue.job where name = $1 and id = any($2)'

const COMMANDS = 'session-commands'
const STOPS = 'session-stops'

/** A text in `jsonb`, as the queue keeps what came of a command, has 256 MB at most. */
const LIMITS = { host: 'Postgres', maxValueBytes: 2 ** 28 }
/** How often a worker looks for a stop of its turn, and a caller for the end of one. */
const LOOK_MS = 250
const ANSWER_MS = 50

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
  const [sendCommand, sendStop] = [jobSender(boss, database, COMMANDS), jobSender(boss, database, STOPS)]

  const post = async (session: string, told: Told, delayMs = 0): Promise<string> =>
    await sendCommand({ data: packed(told), singletonKey: session, startAfter: delayMs / 1_000 }) // by the clock of the database
  const queued = async (session: string, given: unknown, options: TellOptions): Promise<string> => {
    const command = parseCommand(given)
    const named = 'send' in command ? { ...command, id: command.id ?? randomUUID() } : command // may be delivered twice
    return await post(session, { command: named, context: options.context }, options.delayMs)
  }
  /** When a session was stopped last: asked for all turns under way at once, and taken from the queue. */
  const stopOf = together(async (sessions: readonly string[]) => {
    const { rows } = await database.pool.query<Stop>(TAKE_STOPS, [STOPS, sessions])
    return (session) => rows.find(({ key }) => key === session)?.at
  })
  const play = async <State>(
    { singletonKey, startedOn, retryCount, data }: JobWithMetadata<Packed>,
    { agent, onEvent }: WorkOptions<State>,
  ): Promise<Came> => {
    const name = singletonKey ?? ''
    const { command, context, tries = 0 } = JSON.parse(data.json) as Told
    const stopped = new AbortController()
    const look = setInterval(() => {
      stopOf(name).then(
        (stop) => stop && stop >= startedOn && stopped.abort(new Error('stopped by the user')),
        onError,
      )
    }, LOOK_MS)
    try {
      const session = await agent.open({ id: name, store, context })
      const run = async (given: SessionCommand): Promise<Turn<State>> => {
        const events = tell(session, given, stopped.signal)
        if (onEvent) for await (const event of events) onEvent(event, name)
        return await events.turn
      }
      try {
        // After a death, what was begun comes to its end before the command is given again.
        if (retryCount > 0) await run({ resume: true })
        const turn = await run(command)
        const delay = resumeAfter(turn, tries)
        const resume: Told = { command: { resume: true }, context, tries: tries + 1 }
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
  /** A command as it is in the queue, asked for all that callers here wait for, with one query. */
  const rowOf = together(async (ids: readonly string[]) => {
    await sleep(ANSWER_MS)
    const { rows } = await database.pool.query<Row>(STATES, [COMMANDS, ids]).catch((error: unknown) => {
      throw explained(database.place, error)
    })
    const byId = new Map(rows.map((row) => [row.id, row]))
    return (id) => byId.get(id)
  })
  const ended = async (id: string): Promise<Turn> => {
    for (;;) {
      const row = await rowOf(id)
      if (row === undefined || row.state === 'completed') return turnOf(row?.output)
    }
  }
  return {
    async post(session, command, options = {}) {
      await queued(session, command, options)
    },
    async tell(session, command, options = {}) {
      return await ended(await queued(session, command, options))
    },
    async stop(session) {
      await sendStop({ singletonKey: session })
    },
    async work(options) {
      checkHost(options.agent, LIMITS)
      const { concurrency = 4 } = options
      const polling = { pollingIntervalSeconds: 0.5, includeMetadata: true } as const
      for (let slot = 0; slot < concurrency; slot += 1) {
        const worker: string = await boss.work(
          COMMANDS,
          polling,
          async ([job]: JobWithMetadata<Packed>[]) => {
            const came = job && (await play(job, options))
            boss.notifyWorker(worker) // the next command is taken without a pause
            return came && packed(came)
          },
        )
      }
    },
    async [Symbol.asyncDispose]() {
      await boss.stop()
    },
  }
}

function packed(value: Told | Came): Packed {
  return { json: JSON.stringify(value) }
}

function turnOf(output: Packed | null | undefined): Turn {
  if (!output) throw new SkillStateError('database-unavailable', 'the command is not in the queue any more')
  const { turn, failed } = JSON.parse(output.json) as Came
  if (turn) return turn
  throw new SkillStateError(failed?.code ?? 'journal-misuse', failed?.message ?? 'the command was not played')
}
