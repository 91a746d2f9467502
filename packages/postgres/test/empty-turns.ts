import type { PgBoss } from 'pg-boss'
import type { Database } from '../src/database/database.ts'
import { together } from '../src/database/together.ts'
import { jobSender } from '../src/queue/job-sender.ts'
import { openBoss } from '../src/queue/open-boss.ts'

const NAME = 'empty-turns'
const ENDED = `select id from skill_state_queue.job where name = $1 and id = any($2) and state = 'completed'`

/** What Postgres with pg-boss costs without an agent: turns through a queue like that of sessions, whose steps are one committed row each. */
export interface EmptyTurns extends AsyncDisposable {
  /** Returns once a worker has played a turn of so many steps. */
  play(session: string, steps: number, text: string): Promise<void>
  work(concurrency: number): Promise<void>
}

export async function openEmptyTurns(database: Database): Promise<EmptyTurns> {
  const { pool } = database
  const boss: PgBoss = await openBoss(
    database,
    () => {},
    async (opened) => {
      await pool.query('create table if not exists empty_steps (seq serial primary key, body text)')
      await opened.createQueue(NAME, { policy: 'key_strict_fifo' })
    },
  )
  const send = jobSender(boss, database, NAME)
  const isEnded = together(async (ids: readonly string[]) => {
    await new Promise((resolve) => setTimeout(resolve, 50)) // as the callers of sessions look
    const { rows } = await pool.query<{ id: string }>(ENDED, [NAME, ids])
    const ended = new Set(rows.map(({ id }) => id))
    return (id) => ended.has(id)
  })
  return {
    async play(session, steps, text) {
      const id = await send({ data: { steps, text }, singletonKey: session })
      while (!(await isEnded(id)));
    },
    async work(concurrency) {
      for (let slot = 0; slot < concurrency; slot += 1) {
        const worker: string = await boss.work<{ steps: number; text: string }>(
          NAME,
          { pollingIntervalSeconds: 0.5 },
          async ([job]) => {
            for (let step = 0; step < (job?.data.steps ?? 0); step += 1)
              await pool.query('insert into empty_steps (body) values ($1)', [job?.data.text])
            boss.notifyWorker(worker)
          },
        )
      }
    },
    [Symbol.asyncDispose]: () => boss.stop(),
  }
}
