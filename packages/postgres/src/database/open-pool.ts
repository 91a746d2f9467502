import { Socket } from 'node:net'
import { invalidOption } from '@skill-state/protocol'
import pg from 'pg'
import type { Pool } from './pool.ts'

/** A process that was paused in the middle of a transaction keeps its locks no longer than this. */
const IDLE_MS = 5_000

/** For every connection: being idle does not end it, and a machine that is gone is noticed within 40 seconds. */
const SETTINGS = `
  set idle_in_transaction_session_timeout = ${IDLE_MS}; set idle_session_timeout = 0;
  set tcp_keepalives_idle = 20; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 4`

export interface OpenPool {
  readonly pool: Pool
  readonly close: () => Promise<void>
}

/**
 * Connections to the database of an address, opened when they are needed. Throws `invalid-option` for parameters that the
 * driver cannot read. `place` is the address as it may be shown.
 */
export function openPool(url: string, place: string, connections: number): OpenPool {
  const connectionString = withSslOfPostgres(url)
  try {
    new pg.Client({ connectionString }) // reads the parameters
  } catch (error) {
    throw invalidOption(`${place}: ${(error as Error).message}; check its parameters`)
  }
  const sockets = new Set<Socket>()
  const pool = new pg.Pool({
    connectionString,
    max: connections,
    keepAlive: true,
    keepAliveInitialDelayMillis: 20_000,
    connectionTimeoutMillis: 15_000,
    // Not a parameter of the connection: poolers take only those they know.
    onConnect: (client) => client.query(SETTINGS),
    stream: () => {
      const socket = new Socket()
      sockets.add(socket)
      return socket.once('close', () => sockets.delete(socket))
    },
  })
  // A connection that breaks while nothing is asked of it is noticed by the next question.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return {
    pool,
    close: async () => {
      await pool.end()
      for (const socket of sockets) socket.destroy() // the driver leaves open what it could not log in to
    },
  }
}

/** The address with `sslmode` meaning what it means to Postgres, where `require` asks for no known certificate. */
function withSslOfPostgres(url: string): string {
  const copy = new URL(url)
  const { searchParams } = copy
  if (searchParams.has('sslmode') && !searchParams.has('uselibpqcompat')) {
    searchParams.set('uselibpqcompat', 'true')
  }
  return copy.href
}
