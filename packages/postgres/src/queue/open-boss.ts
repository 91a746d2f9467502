import { type Clock, PgBoss, systemClock } from 'pg-boss'
import { type Database, oneByOne } from '../database/database.ts'
import { explained } from '../database/failures.ts'

/** A worker that has not been heard of for so long has lost its claims. No shorter time is taken by pg-boss. */
export const SILENCE_SECONDS = 10
/** How often somebody looks for silent workers. */
const LOOK_SECONDS = 2

/** How long a job that has not ended is kept: by default pg-boss drops it after two weeks, as of when it was added. */
export const KEEP_SECONDS: number = 10 * 365 * 24 * 60 * 60

/** Does not jump: pg-boss takes the length of its pauses from the clock, and a worker whose clock is put back by a day slept for a day. */
const CLOCK: Clock = { ...systemClock, now: () => performance.timeOrigin + performance.now() }

/** Opens the queues of a database, and creates what is missing. Throws `invalid-option` in one line. */
export async function openBoss(
  database: Database,
  onError: (error: unknown) => void,
  createQueues: (boss: PgBoss) => Promise<void>,
): Promise<PgBoss> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => database.pool.query(text, values) },
    schema: 'skill_state_queue',
    createSchema: false,
    schedule: false,
    clock: CLOCK,
    superviseIntervalSeconds: LOOK_SECONDS,
    monitorIntervalSeconds: LOOK_SECONDS,
    monitorVacuum: false,
    reindex: false,
  })
  boss.on('error', onError)
  try {
    await oneByOne(database, () => boss.start())
    await createQueues(boss)
    return boss
  } catch (error) {
    await boss.stop({ graceful: false }).catch(onError)
    throw explained(database.place, error)
  }
}
