import type { Database } from './database.ts'

const BEAT_MS = 5_000

/** Says every few seconds that a worker lives, until the returned function is called: what it holds back is not lost. */
export async function keepAlive({ pool }: Database, worker: string): Promise<() => Promise<void>> {
  const beat = (): Promise<unknown> =>
    pool.query(
      `insert into skill_state.workers (id) values ($1) on conflict (id) do update set seen = clock_timestamp()`,
      [worker],
    )
  await beat()
  const timer = setInterval(() => void beat().catch(() => {}), BEAT_MS)
  return async () => {
    clearInterval(timer)
    await pool.query('delete from skill_state.workers where id = $1', [worker]).catch(() => {})
  }
}
