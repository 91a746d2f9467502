import type { Database } from '../database/database.ts'
import type { Connection } from '../database/pool.ts'

/** How often a worker says that it lives, and looks whether others do. */
const BEAT_MS = 2_000

/**
 * Says that a worker lives, until the returned function is called: what it holds is its own as long. That it is dead is
 * seen when its connection ends, by whichever worker looks next; that it is silent, after 30 seconds.
 */
export async function keepAlive({ pool }: Database, worker: string): Promise<() => Promise<void>> {
  let client: Connection | undefined
  const beat = async (): Promise<void> => {
    client ??= await pool.connect()
    await client.query('select skill_state.keep_alive($1)', [worker])
  }
  const letGo = (): void => {
    client?.release(true) // the lock that shows life ends with the connection
    client = undefined
  }
  await beat().catch((error: unknown) => {
    letGo()
    throw error
  })
  let beating = Promise.resolve()
  const timer = setInterval(() => {
    beating = beating.then(beat).catch(letGo) // the next beat connects anew
  }, BEAT_MS)
  return async () => {
    clearInterval(timer)
    await beating
    letGo()
    await pool.query('delete from skill_state.workers where id = $1', [worker]).catch(() => {})
  }
}
