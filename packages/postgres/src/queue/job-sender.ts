import { randomUUID } from 'node:crypto'
import { SkillStateError } from '@skill-state/protocol'
import type { JobInsert, PgBoss } from 'pg-boss'
import type { Database } from '../database/database.ts'
import { explained, isAway } from '../database/failures.ts'
import { together } from '../database/together.ts'

/** Most jobs of one statement. */
const MOST = 100

/** Gives the id of a job once it is kept. */
export type SendJob = (job: JobInsert) => Promise<string>

/**
 * Adds jobs to a queue in the order of asking, with one statement at a time for all callers of a process: a crowd of them does not wait
 * for connections. A job that the database cannot take fails alone. Throws `SkillStateError` if the database is away.
 */
export function jobSender(boss: PgBoss, database: Database, name: string): SendJob {
  const insert = async (jobs: readonly JobInsert[]): Promise<readonly (() => string)[]> => {
    // Jobs of one statement are of the same time: then their ids give the order.
    const ids = jobs.map(() => randomUUID()).toSorted()
    try {
      const rows = jobs.map((job, index) => ({ ...job, id: ids[index] ?? '' }))
      const kept = new Set(await boss.insert(name, rows, { returnId: true }))
      return ids.map((id) => () => (kept.has(id) ? id : notTaken()))
    } catch (error) {
      if (jobs.length > 1 && !isAway(error)) {
        const half = jobs.length >> 1
        return [...(await insert(jobs.slice(0, half))), ...(await insert(jobs.slice(half)))]
      }
      return jobs.map(() => () => {
        throw explained(database.place, error)
      })
    }
  }
  const send = together(async (jobs: readonly JobInsert[]) => {
    const outcomes = await insert(jobs)
    return (_, index) => outcomes[index] ?? notTaken
  }, MOST)
  return async (job) => (await send(job))()
}

function notTaken(): never {
  throw new SkillStateError('database-unavailable', 'the queue did not take the command')
}
