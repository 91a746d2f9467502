import { setTimeout as sleep } from 'node:timers/promises'
import { invalidRun, type SkillStateError } from '@skill-state/protocol'
import type { Limits } from '@skill-state/protocol/meter'
import { type Database, inTransaction } from '../database/database.ts'
import { openQueue } from '../queue/queue.ts'
import { readSuite, stopSuite } from '../queue/suites.ts'
import { CANCELLED } from './stop-reason.ts'

/** How long a worker that ended may take to be replaced. */
const REPLACED_MS = 60_000

/** Lets no worker begin a step of a suite, or lets them continue. Throws `invalid-run` if there is no such suite. */
export async function pauseSuite(database: Database, name: string, paused: boolean): Promise<void> {
  await readSuite(database, name)
  await database.pool.query('update skill_state.suites set paused = $2 where name = $1', [name, paused])
}

/** Ends a suite after the steps under way, until it is run again. Throws `invalid-run` if there is no such suite. */
export async function cancelSuite(database: Database, name: string): Promise<void> {
  await readSuite(database, name)
  await stopSuite(database, name, CANCELLED)
}

/**
 * Sets limits anew, for calls of episodes under way too. Gives all limits of the suite. Throws `invalid-run` for a suite
 * without limits: its models may have no bound of a call, which is checked when it is run with one.
 */
export async function limitSuite(database: Database, name: string, changes: Limits): Promise<Limits> {
  const before = (await readSuite(database, name)).limits
  if (Object.keys(before).length === 0) {
    const advice = 'run the same bench run --queue with --max-tokens or --max-cost'
    throw invalidRun(`${name} has no limits to change; ${advice}`)
  }
  const limits = { ...before, ...changes }
  const text = JSON.stringify(limits)
  await database.pool.query('update skill_state.suites set limits = $2 where name = $1', [name, text])
  return limits
}

const OF_SUITE = `skill_state.episodes e join skill_state.runs r on r.id = e.run
  and (r.name = $1 or starts_with(r.name, $1 || '/'))`

/**
 * Puts one episode into the queue again, to be resumed at the end of its record. A worker that plays it now loses it. `text`
 * is a part of the name of its trace, which fits one episode without an outcome, as `t0050-s42~skill-state`. Throws `invalid-run` if it
 * names several, or only ones with an outcome: to play those again would be a choice of results.
 */
export async function requeueEpisode(database: Database, name: string, text: string): Promise<string> {
  const { version } = await readSuite(database, name)
  const { run, file } = await inTransaction(database.pool, async (client) => {
    const { rows } = await client.query<{ id: number; run: number; file: string; outcome: boolean }>(
      `select e.id, e.run, e.file, coalesce((
         select l.line::json->'outcome' is not null from skill_state.lines l
         where l.episode = e.id and l.part = e.part order by l.seq desc limit 1), false) as outcome
       from ${OF_SUITE} where position($2 in e.file) > 0 order by e.file = $2 desc, outcome, e.file limit 6`,
      [name, text],
    )
    const [found] = rows
    const open = rows.filter(({ outcome }) => !outcome)
    const isOne = rows.length === 1 || open.length === 1 || found?.file === text
    if (found === undefined || !isOne) throw notOne(name, text, open.length === 0 ? rows : open)
    if (found.outcome) throw invalidRun(`${found.file} has an outcome, which stays; requeue others`)
    await client.query('update skill_state.episodes set status = null, fence = fence + 1 where id = $1', [
      found.id,
    ])
    return found
  })
  await using queue = await openQueue(database, { version, onError: () => {} })
  await queue.add([{ key: `${run} ${file}`, suite: name, run, file }])
  return file
}

function notOne(suite: string, text: string, rows: readonly { readonly file: string }[]): SkillStateError {
  const found = rows.map(({ file }) => file).join(', ')
  const reason =
    rows.length === 0 ? `no episode of ${suite} has "${text}" in its name` : `"${text}" fits ${found}`
  return invalidRun(`${reason}; name one, as its trace is named`)
}

/** The progress of a suite, or of each, in one line: its episodes, and what stops it. Throws `invalid-run` if there is no such suite. */
export async function describeSuites(database: Database, name: string): Promise<readonly string[]> {
  const { pool } = database
  if (name !== '') await readSuite(database, name)
  const { rows } = await pool.query<{ line: string }>(
    `select format('%s: %s, %s of %s episodes ended, %s failed, limits %s', s.name,
       case when s.stopped = '${CANCELLED}' then 'cancelled' when s.stopped is not null then 'stopped by a limit'
         when s.paused then 'paused' else 'running' end,
       count(e.status), count(e.id), count(e.id) filter (where e.status = 'failed'), s.limits) as line
     from skill_state.suites s left join skill_state.runs r on r.name = s.name or starts_with(r.name, s.name || '/')
     left join skill_state.episodes e on e.run = r.id where $1 in ('', s.name) group by s.name order by s.name`,
    [name],
  )
  const workers = await workersOf({ pool })
  return [...rows.map(({ line }) => line), `workers: ${workers.length}`]
}

async function workersOf({ pool }: Pick<Database, 'pool'>): Promise<readonly string[]> {
  const alive = `select id from skill_state.workers where seen > clock_timestamp() - interval '10 seconds' order by id`
  return (await pool.query<{ id: string }>(alive)).rows.map(({ id }) => id)
}

/**
 * Lets one worker after the other end its steps and leave, and waits each time until whatever supervises them has started
 * another. Throws `invalid-run` if none comes. Gives how many were replaced.
 */
export async function restartWorkers(
  database: Database,
  {
    onLine,
    patienceMs = REPLACED_MS,
  }: { readonly onLine: (line: string) => void; readonly patienceMs?: number },
): Promise<number> {
  const all = await workersOf(database)
  for (const worker of all) {
    await database.pool.query('update skill_state.workers set draining = true where id = $1', [worker])
    onLine(`${worker} ends its steps`)
    const isThere = async (): Promise<boolean> => (await workersOf(database)).includes(worker)
    while (await isThere()) await sleep(500)
    const until = performance.now() + patienceMs
    while ((await workersOf(database)).length < all.length) {
      if (performance.now() > until) {
        throw invalidRun(`no worker came for ${worker}; start one, and run the command again`)
      }
      await sleep(500)
    }
  }
  return all.length
}
