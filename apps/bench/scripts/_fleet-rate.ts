import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '@skill-state/postgres'
import { typeBench } from '../test/bench.ts'
import { startWorker } from '../test/fleet/fleet.ts'

const KEY = { VLLM_API_KEY: 'sk-none' }

export interface FleetRun {
  /** Of an empty database. */
  readonly address: string
  readonly cwd: string
  readonly workers: number
  /** Episodes that each worker plays at once. */
  readonly concurrency: number
  /** What is typed after `bench run`. */
  readonly args: readonly string[]
}

/** Lets a fleet play a run from its first episode to its last, while `during` looks on. */
export async function playOnFleet<Seen>(run: FleetRun, during: () => Promise<Seen>): Promise<Seen> {
  const { address, cwd, workers, concurrency, args } = run
  const fleet = await Promise.all(
    Array.from({ length: workers }, () => startWorker(address, cwd, { concurrency })),
  )
  try {
    const out = new URL(address).pathname.slice(1)
    const collect = async (): Promise<void> => {
      const { code, stderr } = await typeBench(['run', ...args, '--queue', address, '--out', out], {
        cwd,
        env: KEY,
      })
      if (code !== 0) throw new Error(stderr)
    }
    const [seen] = await Promise.all([during(), collect()])
    return seen
  } finally {
    await Promise.all(fleet.map((worker) => worker.end('SIGTERM')))
  }
}

/** Episodes/s of a run that has ended, between a tenth and nine tenths of it: without the start of the workers. */
export async function episodesPerSecond(address: string): Promise<number> {
  await using database = await openDatabase(address)
  const { rows } = await database.pool.query<{ rate: number }>(
    `select 0.8 * count / (times[2] - times[1]) as rate from (
       select count(*), percentile_cont(array[0.1, 0.9]) within group (order by at) as times from (
         select extract(epoch from completed_on)::float8 as at from skill_state_queue.job where name like 'episodes-%'
       ) as ends
     ) as run`,
  )
  return rows[0]?.rate ?? Number.NaN
}

/** How fast a count rises, a second, from a half to nine tenths of what it comes to: when limits have found their places. */
export async function rateOf(count: () => number, total: number): Promise<number> {
  const reach = async (share: number): Promise<{ readonly at: number; readonly count: number }> => {
    while (count() < share * total) await sleep(5)
    return { at: performance.now(), count: count() }
  }
  const from = await reach(0.5)
  const to = await reach(0.9)
  return (1_000 * (to.count - from.count)) / (to.at - from.at)
}
