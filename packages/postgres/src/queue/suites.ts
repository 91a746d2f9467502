import { invalidRun, type JsonObject } from '@skill-state/protocol'
import type { Limits } from '@skill-state/protocol/meter'
import { type Database, inTransaction } from '../database/database.ts'
import { fileOf } from '../traces/postgres-traces.ts'
import { openRun, type Run } from '../traces/runs.ts'

/** What workers need to know of a suite. */
export interface SuiteRecord {
  readonly name: string
  /** Of the program that planned it; no other plays it. */
  readonly version: string
  /** From which a worker plans the same episodes. */
  readonly plan: JsonObject
  readonly limits: Limits
  /** Why no further call is to be made for it, for now. */
  readonly stopped?: string | undefined
  /** Why a worker has given up since it was opened: the newest reason. */
  readonly trouble?: string | undefined
  /** Whether no step is to begin until it is resumed. */
  readonly paused: boolean
}

/** A run of a suite, as it is to be written down. */
export interface PlannedRun {
  readonly name: string
  readonly conditions: JsonObject
  /** Read once: all names of a large suite together would take as much memory as its plan. */
  readonly episodes: Iterable<Parameters<typeof fileOf>[0]>
}

/**
 * Writes a suite and all of its runs down, or nothing. One that is there continues under the new limits. Throws
 * `invalid-run` if a run of a name is there with other conditions.
 */
export async function openSuite(
  database: Database,
  { name, version, plan, limits }: Pick<SuiteRecord, 'name' | 'version' | 'plan' | 'limits'>,
  runs: readonly PlannedRun[],
): Promise<readonly Run[]> {
  return await inTransaction(database.pool, async (pool) => {
    const opened: Run[] = []
    for (const { name: run, conditions } of runs) {
      opened.push(await openRun({ place: database.place, pool }, run, conditions))
    }
    await pool.query(
      `insert into skill_state.suites (name, version, plan, limits) values ($1, $2, $3, $4)
       on conflict (name) do update set version = $2, plan = $3, limits = $4, stopped = null, trouble = null, paused = false`,
      [name, version, JSON.stringify(plan), JSON.stringify(limits)],
    )
    for (const [index, { episodes }] of runs.entries()) {
      for (const names of inParts(episodes)) {
        await pool.query(
          `insert into skill_state.episodes (run, file, name)
           select $1, file, name from unnest($2::text[], $3::text[]) as e(file, name) on conflict do nothing`,
          [opened[index]?.id, names.map(fileOf), names.map((each) => JSON.stringify(each))],
        )
      }
    }
    return opened
  })
}

/** Rows of one statement. Those of larger ones live so long that they fill the memory until it is collected as a whole. */
const ROWS = 250

/** The items, so many at a time. */
export function* inParts<T>(items: Iterable<T>): Generator<readonly T[]> {
  let part: T[] = []
  for (const item of items) {
    part.push(item)
    if (part.length < ROWS) continue
    yield part
    part = []
  }
  if (part.length > 0) yield part
}

/** Throws `invalid-run` if there is no such suite. */
export async function readSuite({ pool, place }: Database, name: string): Promise<SuiteRecord> {
  const { rows } = await pool.query<{
    version: string
    plan: string
    limits: string
    stopped: string | null
    trouble: string | null
    paused: boolean
  }>('select version, plan, limits, stopped, trouble, paused from skill_state.suites where name = $1', [name])
  const [found] = rows
  if (found === undefined) throw invalidRun(`${place} has no suite "${name}"`)
  return {
    name,
    version: found.version,
    plan: JSON.parse(found.plan) as JsonObject,
    limits: JSON.parse(found.limits) as Limits,
    stopped: found.stopped ?? undefined,
    trouble: found.trouble ?? undefined,
    paused: found.paused,
  }
}

/** The names of the runs that a name stands for: the run itself, or all of its suite, in the order they were planned. */
export async function findRuns({ pool, place }: Database, name: string): Promise<readonly string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select name from skill_state.runs where name = $1 or starts_with(name, $1 || '/') order by id`,
    [name],
  )
  if (rows.length > 0) return rows.map((row) => row.name)
  const known = await pool.query<{ name: string }>('select name from skill_state.runs order by id limit 20')
  const names = known.rows.map((row) => row.name).join(', ') || 'none'
  const reason = name === '' ? 'names no run; add one after a slash' : `has no run "${name}"`
  throw invalidRun(`${place} ${reason}; it has: ${names}`)
}

/** Suites with episodes that have no end, which were planned by another version. */
export async function foreignSuites(
  { pool }: Database,
  version: string,
): Promise<readonly { readonly name: string; readonly version: string }[]> {
  const { rows } = await pool.query<{ name: string; version: string }>(
    `select s.name, s.version from skill_state.suites s where s.version <> $1 and exists (
       select from skill_state.runs r join skill_state.episodes e on e.run = r.id
       where (r.name = s.name or starts_with(r.name, s.name || '/')) and e.status is null)
     order by s.name`,
    [version],
  )
  return rows
}

/** Lets no worker continue with a suite until it is opened again. */
export async function stopSuite({ pool }: Database, name: string, reason: string): Promise<void> {
  await pool.query('update skill_state.suites set stopped = coalesce(stopped, $2) where name = $1', [
    name,
    reason,
  ])
}

/** Tells the command that waits for a suite why a worker gave up. */
export async function tellTrouble({ pool }: Database, name: string, reason: string): Promise<void> {
  await pool.query('update skill_state.suites set trouble = $2 where name = $1', [name, reason])
}

/** Counts episodes that failed as not ended, so that they are played again from where they failed. */
export async function reopenFailed({ pool }: Database, { id }: Run): Promise<void> {
  await pool.query(`update skill_state.episodes set status = null where run = $1 and status = 'failed'`, [id])
}

/** The progress of an episode. */
export interface Standing {
  readonly file: string
  /** Whether a worker has ever taken it. */
  readonly begun: boolean
  readonly status?: string | undefined
}

/** The files of a run's episodes that have ended. */
export async function endedFiles({ pool }: Database, { id }: Run): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ file: string }>(
    'select file from skill_state.episodes where run = $1 and status is not null',
    [id],
  )
  return new Set(rows.map(({ file }) => file))
}

/** The progress of all episodes of a run. */
export async function standings({ pool }: Database, { id }: Run): Promise<readonly Standing[]> {
  const { rows } = await pool.query<{ file: string; begun: boolean; status: string | null }>(
    'select file, fence > 0 as begun, status from skill_state.episodes where run = $1 order by file',
    [id],
  )
  return rows.map(({ status, ...rest }) => ({ ...rest, status: status ?? undefined }))
}
