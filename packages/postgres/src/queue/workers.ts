import type { Database } from '../database/database.ts'

/** Milliseconds since a worker was heard of last, by the server's clock; undefined if none is known. */
export async function lastHeard({ pool }: Database): Promise<number | undefined> {
  const { rows } = await pool.query<{ milliseconds: number | null }>(
    `select (extract(epoch from clock_timestamp() - max(seen)) * 1000)::double precision as milliseconds
     from skill_state.workers`,
  )
  return rows[0]?.milliseconds ?? undefined
}
