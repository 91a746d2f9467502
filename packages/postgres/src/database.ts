import { SkillStateError } from '@skill-state/protocol'
import pg from 'pg'
import { parseAddress, shown } from './address.ts'
import { explained } from './failures.ts'
import { migrations } from './migrations.ts'

/** The oldest server that is supported, as `server_version_num` has it. */
const OLDEST = 140_000

/** A process that was paused in the middle of a transaction keeps its locks no longer than this. */
const IDLE_MS = 5_000

/** A database whose tables are those of this version. */
export interface Database extends AsyncDisposable {
  readonly pool: pg.Pool
  /** Connection string. */
  readonly url: string
  /** Its address without the password, for messages. */
  readonly place: string
}

export interface ConnectOptions {
  /** Most connections at once. Default: 5. */
  readonly connections?: number
}

/**
 * Connects, and brings the tables up to date: under a lock, and all of it or nothing. Throws `invalid-option` with one
 * line where the server, its version, the user or its rights stand in the way.
 */
export async function connect(address: string, { connections = 5 }: ConnectOptions = {}): Promise<Database> {
  const { database: url } = parseAddress(address)
  const place = shown(url)
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 15_000,
    idle_in_transaction_session_timeout: IDLE_MS,
  })
  // A connection that breaks while nothing is asked of it is noticed by the next question.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  try {
    await migrate(pool, place)
  } catch (error) {
    await pool.end()
    throw explained(place, error)
  }
  return { pool, url, place, [Symbol.asyncDispose]: () => pool.end() }
}

/** Any number that nobody else locks by. */
const LOCK = 7_353_110_551

async function migrate(pool: pg.Pool, place: string): Promise<void> {
  const { rows: servers } = await pool.query<{ number: string; name: string }>(
    `select current_setting('server_version_num') as number, current_setting('server_version') as name`,
  )
  for (const server of servers) requireServer(place, server)
  await inTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [LOCK])
    const version = await currentVersion(client)
    if (version > migrations.length) {
      throw new SkillStateError(
        'invalid-option',
        `${place}: its tables are of version ${version}, and this program knows ${migrations.length}; update it`,
      )
    }
    for (const statement of migrations.slice(version).flat()) await client.query(statement)
    await client.query('update skill_state.version set number = $1', [migrations.length])
  })
}

/** Throws `invalid-option` for a server that is older than what is tested with. */
export function requireServer(
  place: string,
  server: { readonly number: string; readonly name: string },
): void {
  if (Number(server.number) >= OLDEST) return
  throw new SkillStateError(
    'invalid-option',
    `${place}: the server is Postgres ${server.name}; at least ${OLDEST / 10_000} is needed`,
  )
}

async function currentVersion(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ present: boolean }>(
    `select to_regclass('skill_state.version') is not null as present`,
  )
  if (rows[0]?.present !== true) {
    await client.query('create schema if not exists skill_state')
    await client.query('create table skill_state.version (number integer not null)')
    await client.query('insert into skill_state.version values (0)')
    return 0
  }
  const found = await client.query<{ number: number }>('select number from skill_state.version')
  return found.rows[0]?.number ?? 0
}

/** Lets one process after the other do what must not be done by two at once. */
export async function oneByOne<T>({ pool }: Database, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    return await work()
  } finally {
    client.release(true) // the lock ends with the connection
  }
}

/** Does everything or nothing. */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let broken = false
  try {
    await client.query('begin')
    const value = await work(client)
    await client.query('commit')
    return value
  } catch (error) {
    await client.query('rollback').catch(() => {
      broken = true
    })
    throw error
  } finally {
    client.release(broken)
  }
}
