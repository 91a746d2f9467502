import type { Database } from '../database/database.ts'

/** A worker without a report for so long counts as gone. */
export const SILENCE_MS = 10_000

/**
 * Says in one line that no worker has been heard of for ten seconds, and says it again if one came and went. What it
 * returns is told, time after time, how long ago one was heard of; undefined if none is known.
 */
export function watchWorkers(
  place: string,
  { clock, onLine }: { readonly clock: () => number; readonly onLine: (line: string) => void },
): (heardAgoMs: number | undefined) => void {
  let heardAt = clock()
  let isTold = false
  return (heardAgoMs) => {
    const now = clock()
    heardAt = Math.max(heardAt, now - (heardAgoMs ?? Number.POSITIVE_INFINITY))
    const isSilent = now - heardAt >= SILENCE_MS
    if (isSilent && !isTold)
      onLine(`no worker is connected to ${place}; start one with: bench worker --queue ${place}`)
    isTold = isSilent
  }
}

/** Milliseconds since a worker was heard of last, by the server's clock; undefined if none is known. */
export async function lastHeard({ pool }: Database): Promise<number | undefined> {
  const { rows } = await pool.query<{ milliseconds: number | null }>(
    `select (extract(epoch from clock_timestamp() - max(seen)) * 1000)::double precision as milliseconds
     from skill_state.workers`,
  )
  return rows[0]?.milliseconds ?? undefined
}
