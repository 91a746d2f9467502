import { runStored, type TraceLine } from '@skill-state/eval'
import { scripted } from '@skill-state/models'
import { type Database, openDatabase, openRun, postgresTraces } from '@skill-state/postgres'
import { startTestServer } from '@skill-state/postgres/testing'
import type { Model } from '@skill-state/protocol'
import { median } from 'simple-statistics'
import { type Benchmark, ratioAtLeast, rowOf } from '../../measure/row.ts'
import { firstTask, linesOf, parts, repliesIn } from '../../task/warehouse-episode.ts'

const HORIZON = 50
const AT_ONCE = 16
const EPISODES = 64
const ROUNDS = 7

/** What a worker of a fleet makes of a database, beside a client that only writes the same rows. */
export const fleet: Benchmark = {
  name: 'fleet',
  title: `steps of ${AT_ONCE} episodes at once into Postgres, T = ${HORIZON}, a model that answers at once`,
  run: async () => {
    await using server = await startTestServer()
    await using database = await openDatabase(await server.createDatabase())
    const lines = await linesOf(firstTask(HORIZON))
    await database.pool.query(BARE_TABLE)
    const rates = { bare: [] as number[], ours: [] as number[], ratio: [] as number[] }
    for (let round = -1; round < ROUNDS; round += 1) {
      const bare = await stepsPerSecond(() => writeBare(database, lines))
      const ours = await stepsPerSecond(() => playAll(database, lines, round))
      if (round < 0) continue
      rates.bare.push(bare)
      rates.ours.push(ours)
      rates.ratio.push(ours / bare) // the two were measured one right after the other
    }
    return [
      rowOf('bound: the same rows by a bare client', 'steps/s', rates.bare),
      {
        ...rowOf('a worker, each step safe before the next', 'steps/s', rates.ours, ratioAtLeast(0.6)),
        ratio: { value: median(rates.ratio), of: 'bound' },
      },
    ]
  },
}

async function stepsPerSecond(work: () => Promise<void>): Promise<number> {
  const begun = performance.now()
  await work()
  return (1_000 * EPISODES * HORIZON) / (performance.now() - begun)
}

/** As a worker plays what it has claimed: each line is in the database before the next call is sent. */
async function playAll(database: Database, lines: readonly TraceLine[], round: number): Promise<void> {
  const store = postgresTraces(database, await openRun(database, `round ${round}`, {}))
  const replies = repliesIn(lines)
  const task = firstTask(HORIZON)
  let next = 0
  const play = async (): Promise<void> => {
    while (next < EPISODES) {
      const own = { ...task, id: `t${HORIZON}-e${next}` }
      next += 1
      const model: Model = scripted(replies)
      await runStored(store, { ...parts(own), model }, undefined, {})
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, play))
}

const BARE_TABLE = `create table bare_lines
  (episode integer, part integer, seq integer, line text not null, primary key (episode, part, seq))`

/** Without claims and a harness: one statement a step, with the lines of all episodes under way. */
async function writeBare({ pool }: Database, lines: readonly TraceLine[]): Promise<void> {
  await pool.query('truncate bare_lines')
  const steps = [...Map.groupBy(lines, stepOf).values()].map((own) => own.map((line) => JSON.stringify(line)))
  for (let first = 0; first < EPISODES; first += AT_ONCE) {
    const episodes = Array.from({ length: AT_ONCE }, (_, index) => first + index)
    let seq = 0
    for (const step of steps) {
      await pool.query({
        name: 'bare-write',
        text: 'insert into bare_lines select * from unnest($1::int[], $2::int[], $3::int[], $4::text[])',
        values: [
          episodes.flatMap((episode) => step.map(() => episode)),
          episodes.flatMap(() => step.map(() => 0)),
          episodes.flatMap(() => step.map((_, index) => seq + index)),
          episodes.flatMap(() => step),
        ],
      })
      seq += step.length
    }
  }
}

/** What is on record before the reset, and after the last step, is written with the step beside it. */
function stepOf(line: TraceLine): number {
  if (line.kind === 'step') return line.index
  if (line.kind === 'call' || line.kind === 'attempt') return line.step
  return line.kind === 'end' ? HORIZON - 1 : 0
}
