import {
  type EpisodeName,
  linesOf,
  NotRecorded,
  parseTrace,
  type Trace,
  type TraceStore,
  type TraceWriter,
  tracePath,
} from '@skill-state/eval'
import { known } from '@skill-state/protocol'
import { type Append, type Lines, rowAppender } from '../database/appender.ts'
import { type Database, inTransaction } from '../database/database.ts'
import { explained } from '../database/failures.ts'
import { type PersistOptions, persist } from '../database/persist.ts'
import type { Client, Connection, Result } from '../database/pool.ts'
import { EpisodeTaken } from './episode-taken.ts'
import type { Run } from './runs.ts'

export interface PostgresStoreOptions extends PersistOptions {
  /** What writes the lines; one for all stores of a process, so that they share statements. */
  readonly append?: Append
  /**
   * The claim under which episodes are opened, in microseconds of the server's clock: an episode that was opened under a
   * later one is not opened. Default: each time the present moment.
   */
  readonly claim?: string
}

/** An episode as this process may write it. */
interface Held {
  readonly id: number
  readonly part: number
  /** The claim under which it was opened last: only its writer's lines are taken. */
  readonly fence: string
  /** How it ended; null if it has not, or is to be played again. */
  readonly status: string | null
}

/** The traces of a run in Postgres, a row a line. Any number of processes may use it at once. */
export function postgresTraces(
  database: Database,
  run: Run,
  options: PostgresStoreOptions = {},
): PostgresTraces {
  const { append = rowAppender(database, options), claim } = options
  const { pool } = database
  const place = `${database.place}/${run.name}`

  /** Asks what may be asked again. */
  const query = <Row>(text: string, values: readonly unknown[]): Promise<Result<Row>> =>
    persist(() => pool.query<Row>(text, [...values]), options)
  const open = async (client: Client, name: EpisodeName, statement: Statement): Promise<Held> => {
    const values = [run.id, fileOf(name), JSON.stringify(name), claim ?? null]
    const { rows } = await client.query<Held>({ ...statement, values })
    const [held] = rows
    if (held === undefined) throw new EpisodeTaken(`${place} ${fileOf(name)}`)
    return held
  }
  const change = <T>(name: EpisodeName, work: (client: Connection, held: Held) => Promise<T>): Promise<T> =>
    persist(
      () => inTransaction(pool, async (client) => work(client, await open(client, name, HOLD))),
      options,
    ).catch((error: unknown) => {
      throw explained(place, error)
    })
  const writer = (name: EpisodeName, held: Held, begin: number): TraceWriter =>
    traceWriter(append, held, begin, `${place} ${fileOf(name)}`)
  const parse = (file: string, { rows }: Result<{ line: string }>): Trace | undefined => {
    const lines = rows.map(({ line }) => line)
    return parseTrace(file, lines)
  }
  const read = async (id: number, part: number, file: string): Promise<Trace | undefined> =>
    parse(file, await query(READ_PART, [id, part]))

  return {
    place,
    hold: async (name) => {
      try {
        const { status } = await persist(() => open(pool, name, HOLD), options)
        return status === null ? 'open' : 'ended'
      } catch (error) {
        if (isOfMissingRun(error)) return 'removed'
        throw error
      }
    },
    async read(name) {
      const file = fileOf(name)
      const ask = (): Promise<Result<{ line: string }>> => pool.query({ ...READ, values: [run.id, file] })
      return parse(file, await persist(ask, options))
    },
    async *traces() {
      const { rows } = await query<{ id: number; part: number; file: string }>(
        'select id, part, file from skill_state.episodes where run = $1 and fence > 0 order by file',
        [run.id],
      )
      for (const { id, part, file } of rows) {
        const trace = await read(id, part, file)
        if (trace !== undefined) yield trace
      }
    },
    async *aside() {
      const { rows } = await query<{ id: number; part: number; file: string }>(ASIDES, [run.id])
      for (const { id, part, file } of rows) {
        const trace = await read(id, part, file).catch(() => undefined)
        if (trace !== undefined) yield trace
      }
    },
    async list() {
      const { rows } = await query<{
        name: string
        status: 'terminated' | 'truncated' | 'failed' | null
      }>(LIST, [run.id])
      return rows.map(({ name, status }) =>
        known({ name: JSON.parse(name) as EpisodeName, status: status ?? undefined }),
      )
    },
    create: async (name) => {
      const held = await persist(() => open(pool, name, CREATE), options).catch((error: unknown) => {
        throw explained(place, error)
      })
      return writer(name, held, 0)
    },
    resume: (name) =>
      change(name, async (client, held) => {
        const { rows } = await client.query<{ next: number }>(NEXT, [held.id, held.part])
        return writer(name, held, rows[0]?.next ?? 0)
      }),
    putAside: (name) =>
      change(name, async (client, held) => {
        await client.query('insert into skill_state.asides values ($1, $2)', [held.id, held.part])
        await nextPart(client, held, null)
      }),
    write: (trace) =>
      change(trace.episode, async (client, held) => {
        const gone = 'delete from skill_state.lines where episode = $1 and part = $2'
        await client.query(gone, [held.id, held.part])
        const { id, part } = await nextPart(client, held, trace.end?.status ?? null)
        const lines = linesOf(trace).map((line) => JSON.stringify(line))
        await client.query(
          `insert into skill_state.lines select $1, $2, n - 1, line from unnest($3::text[]) with ordinality as l(line, n)`,
          [id, part, lines],
        )
      }),
  }
}

export interface PostgresTraces extends TraceStore {
  /**
   * Takes the episode under this store's claim, so that no earlier claim can write to it from now on, and says how it
   * stands: one that failed and is to be played again is open. Of a run that was removed nothing is taken.
   */
  hold(name: EpisodeName): Promise<'open' | 'ended' | 'removed'>
}

/** Whether a row was rejected because the run that it names is not there (SQLSTATE: foreign key violation). */
function isOfMissingRun(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23503'
}

/** The name of an episode's trace, as in a run's folder. */
export function fileOf({ benchmark, task, runtime, model }: EpisodeName): string {
  return tracePath({ path: '', conditions: {} }, { benchmark, task, runtime, model })
}

const NOW = '(extract(epoch from clock_timestamp()) * 1000000)::bigint'

/** A statement that the server parses and plans once a connection. */
interface Statement {
  readonly name: string
  readonly text: string
}

/** Takes an episode, unless a later claim holds it; `also` says what else is done to the row. */
const take = (also = ''): string => `
  insert into skill_state.episodes as e (run, file, name, fence)
  values ($1, $2, $3, coalesce($4::bigint, ${NOW}))
  on conflict (run, file) do update
    set fence = coalesce($4::bigint, greatest(${NOW}, e.fence + 1))${also}
    where $4::bigint is null or e.fence <= $4::bigint
  returning id, part, fence, status`

const HOLD: Statement = { name: 'skill-state-hold', text: take() }

/**
 * Starts in a part of its own. A line of an earlier claim that is written at this very moment is not seen by the deletion;
 * it stays in the earlier part, which is never read.
 */
const CREATE: Statement = {
  name: 'skill-state-create',
  text: `
  with held as (${take(', part = e.part + 1, status = null')}),
  gone as (delete from skill_state.lines l using held where l.episode = held.id and l.part = held.part - 1)
  select id, part, fence, status from held`,
}

const NEXT =
  'select coalesce(max(seq) + 1, 0) as next from skill_state.lines where episode = $1 and part = $2'

const READ: Statement = {
  name: 'skill-state-read',
  text: `
  select l.line from skill_state.episodes e join skill_state.lines l on l.episode = e.id and l.part = e.part
  where e.run = $1 and e.file = $2 order by l.seq`,
}

const READ_PART = 'select line from skill_state.lines where episode = $1 and part = $2 order by seq'

const ASIDES = `
  select e.id, a.part, e.file || '.aside-' || row_number() over (partition by e.id order by a.part) as file
  from skill_state.asides a join skill_state.episodes e on e.id = a.episode
  where e.run = $1 order by e.file, a.part`

const LIST = `
  select name, status from skill_state.episodes e
  where run = $1 and exists (select from skill_state.lines l where l.episode = e.id and l.part = e.part)
  order by file`

/** Begins a trace anew. The number is a new one too, so that a reader takes no line of it for one of the last. */
async function nextPart(client: Connection, held: Held, status: string | null): Promise<Held> {
  const next = { ...held, part: held.part + 1, status }
  const statement = 'update skill_state.episodes set part = $2, status = $3 where id = $1'
  await client.query(statement, [next.id, next.part, status])
  return next
}

function traceWriter(append: Append, held: Held, begin: number, where: string): TraceWriter {
  let seq = begin
  /** Not in a statement yet. */
  let lines: string[] = []
  let status: Lines['status']
  let pending = 0
  let failure: NotRecorded | undefined
  let waiting: (() => void)[] = []
  const settle = (fault: NotRecorded | undefined): void => {
    pending -= 1
    failure ??= fault
    if (pending > 0 && failure === undefined) return
    const woken = waiting
    waiting = []
    for (const wake of woken) wake()
  }
  const take = (): Lines => {
    const taken = { episode: held.id, part: held.part, fence: held.fence, seq, lines, status }
    seq += lines.length
    lines = []
    return taken
  }
  return {
    record: (line, text = JSON.stringify(line)) => {
      if (failure !== undefined) throw failure
      lines.push(text)
      if (line.kind === 'end') status = line.status
      if (lines.length > 1) return
      pending += 1
      append(take).then(
        (fate) => settle(fate === 'taken' ? new EpisodeTaken(where) : undefined),
        (error: Error) => settle(notWritten(where, error)),
      )
    },
    flush: async () => {
      if (pending > 0 && failure === undefined) await new Promise<void>((resolve) => waiting.push(resolve))
      if (failure !== undefined) throw failure
    },
    close: () => {},
  }
}

function notWritten(where: string, cause: Error): NotRecorded {
  const found = explained('the database', cause)
  return new NotRecorded(where, found instanceof Error ? found.message : cause.message, { cause })
}
