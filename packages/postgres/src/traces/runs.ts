import { differences } from '@skill-state/eval'
import { invalidRun, type JsonObject } from '@skill-state/protocol'
import type { Database } from '../database/database.ts'
import type { Client } from '../database/pool.ts'

/** A run in the database. */
export interface Run {
  readonly id: number
  /** `suite/label`, or the name of the one run of a suite. */
  readonly name: string
  readonly conditions: JsonObject
}

/** A database, or a transaction in it. */
export interface Queryable {
  readonly pool: Client
  readonly place: string
}

/** Creates the run, or opens it if it has the same conditions. Throws `invalid-run` that names what differs. */
export async function openRun(database: Queryable, name: string, conditions: JsonObject): Promise<Run> {
  await database.pool.query(
    'insert into skill_state.runs (name, conditions) values ($1, $2) on conflict do nothing',
    [name, JSON.stringify(conditions)],
  )
  const run = await readRun(database, name)
  const [difference] = differences(run.conditions, JSON.parse(JSON.stringify(conditions)))
  if (difference === undefined) return run
  throw invalidRun(`${database.place}/${name} is another run: its ${difference}; give the suite another name`)
}

/** Opens a run for reading. Throws `invalid-run` if there is not one of this name. */
export async function readRun(database: Queryable, name: string): Promise<Run> {
  const found = await findRun(database, name)
  if (found !== undefined) return found
  throw invalidRun(`${database.place} has no run "${name}"`)
}

/** The run of a name; undefined if there is none. */
export async function findRun({ pool }: Queryable, name: string): Promise<Run | undefined> {
  const { rows } = await pool.query<{ id: number; conditions: string }>(
    'select id, conditions from skill_state.runs where name = $1',
    [name],
  )
  const [found] = rows
  return found && { id: found.id, name, conditions: JSON.parse(found.conditions) as JsonObject }
}

/** Keeps the report of a finished run beside its traces. */
export async function saveReport({ pool }: Database, { id }: Run, report: string): Promise<void> {
  await pool.query('update skill_state.runs set report = $2 where id = $1', [id, report])
}

/** The report that was kept; undefined before the run was finished. */
export async function readReport({ pool }: Database, { id }: Run): Promise<string | undefined> {
  const { rows } = await pool.query<{ report: string | null }>(
    'select report from skill_state.runs where id = $1',
    [id],
  )
  return rows[0]?.report ?? undefined
}
