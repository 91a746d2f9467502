import { invalidRun, SkillStateError } from '@skill-state/protocol'
import { migrations } from '../tables/migrations.ts'
import { parseAddress, withoutPassword } from './address.ts'
import { explained } from './failures.ts'
import { Holds } from './holds.ts'
import { type OpenPool, openPool } from './open-pool.ts'
import type { Client, Connection, Pool } from './pool.ts'

/** The oldest server that is supported, as `server_version_num` has it. */
const OLDEST = 140_000

/** A database whose tables are those of this version. */
export interface Database extends AsyncDisposable {
  readonly pool: Pool
  /** Locks of the sessions whose turns run here. */
  readonly holds: Holds
  /** Connection string. */
  readonly url: string
  /** Its address without the password, for messages. */
  readonly place: string
}

export interface ConnectOptions {
  /** Most connections at once; while sessions run turns, there is one more. Default: 5. */
  readonly connections?: number
  /** Only looks: if there are no tables of this version, that is said, and none are made. Default: false. */
  readonly reader?: boolean
}

/**
 * Connects, and brings the tables up to date: under a lock, and all of it or nothing. Throws `invalid-option` for an
 * address that cannot be read, and `database-unavailable` with one line if the server, its version, the user or its
 * rights stand in the way.
 */
export async function openDatabase(
  address: string,
  { connections = 5, reader = false }: ConnectOptions = {},
): Promise<Database> {
  const { database: url } = parseAddress(address)
  const place = withoutPassword(url)
  const { pool, close } = openPool(url, place, connections)
  try {
    await requireServer(pool, place)
    await migrate(pool, place, reader)
  } catch (error) {
    await close()
    throw explained(place, error)
  }
  return databaseOver({ pool, close }, openPool(url, place, 1), { url, place })
}

/** A database over connections, of which `held` is one for locks alone. Its tables are of this version. */
export function databaseOver(
  { pool, close }: OpenPool,
  held: OpenPool,
  address: Pick<Database, 'url' | 'place'>,
): Database {
  const holds = new Holds(held)
  return {
    ...address,
    pool,
    holds,
    [Symbol.asyncDispose]: async () => {
      await holds.close()
      await close()
    },
  }
}

/** An arbitrary number that no other lock uses. */
const LOCK = 7_353_110_551

async function migrate(pool: Pool, place: string, reader: boolean): Promise<void> {
  const found = await versionOf(pool)
  requireKnown(place, found)
  if (found === migrations.length) return // so a server that takes no writes can be read
  if (reader) throw invalidRun(`${place} ${nothingToRead(found)}`)
  await inTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [LOCK])
    const version = await versionOf(client)
    requireKnown(place, version)
    if (version === 0) await client.query(FIRST)
    for (const statement of migrations.slice(version).flat()) await client.query(statement)
    await client.query('update skill_state.version set number = $1', [migrations.length])
  })
}

function nothingToRead(version: number): string {
  return version === 0
    ? 'contains no runs; bench run --queue makes them'
    : 'was last written to by an older program; start a worker of this version, which brings it up to date'
}

async function requireServer(pool: Pool, place: string): Promise<void> {
  const { rows } = await pool.query<{ number: string; name: string }>(
    `select current_setting('server_version_num') as number, current_setting('server_version') as name`,
  )
  for (const server of rows) requireSupported(place, server)
}

/** Throws `database-unavailable` for a server that is older than what is tested with. */
export function requireSupported(
  place: string,
  server: { readonly number: string; readonly name: string },
): void {
  if (Number(server.number) >= OLDEST) return
  throw new SkillStateError(
    'database-unavailable',
    `${place}: the server is Postgres ${server.name}; at least ${OLDEST / 10_000} is needed`,
  )
}

const FIRST = `
  create schema if not exists skill_state;
  create table skill_state.version (number integer not null);
  insert into skill_state.version values (0)`

/**
 * The version of the tables; 0 if there are none. It reads the catalogue as any table: `to_regclass` may answer from a
 * cache that is older than the lock which was just waited for.
 */
async function versionOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ present: boolean }>(
    `select exists (select from pg_tables where schemaname = 'skill_state' and tablename = 'version') as present`,
  )
  if (rows[0]?.present !== true) return 0
  const found = await client.query<{ number: number }>('select number from skill_state.version')
  return found.rows[0]?.number ?? 0
}

function requireKnown(place: string, version: number): void {
  if (version <= migrations.length) return
  throw new SkillStateError(
    'database-unavailable',
    `${place}: its tables are of version ${version}, and this program knows ${migrations.length}; update it`,
  )
}

/** Lets one process after the other do what must not be done by two at once. */
export async function oneByOne<T>({ pool }: Database, work: () => Promise<T>): Promise<T> {
  return await inTransaction(pool, async (client) => {
    // The lock is the transaction's, so that no pooler keeps it; it lasts as long as the work.
    await client.query('set local idle_in_transaction_session_timeout = 0')
    await client.query('select pg_advisory_xact_lock($1)', [LOCK])
    return await work()
  })
}

/** Does everything or nothing. */
export async function inTransaction<T>(pool: Pool, work: (client: Connection) => Promise<T>): Promise<T> {
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
