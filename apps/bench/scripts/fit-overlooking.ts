/**
 * Plays the paper's warehouse by the reader `overlooking` on a grid of levels and growths of misses, then with more seeds those
 * levels that are most likely for a growth, keeps the scores in `overlooking.json`, and writes what follows into
 * docs/benchmarks.md, which a test holds to it. Takes about six minutes of one processor.
 *
 *   node --conditions=@skill-state/source apps/bench/scripts/fit-overlooking.ts [seeds]
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { promptLayouts } from '@skill-state/baselines'
import { fallible, overlooking } from '@skill-state/models'
import { warehouse } from '@skill-state/skillexecbench'
import {
  HORIZONS,
  likely,
  type OverlookingGrid,
  type Point,
  RUNTIMES,
  withOverlooking,
} from '../test/overlooking.ts'
import { playTask } from '../test/play-task.ts'

const SLOPES = [-1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 1]
/** Log-odds at a prompt of 3,000 characters, from 0.2 % to 27 %. */
const LEVELS = [-6, -5, -4, -3.25, -2.5, -1.75, -1]

/** Enough to choose a level. */
const COARSE = 8

const count = Number(process.argv[2] ?? 50)
const coarse: Point[] = []
for (const byLength of SLOPES) {
  for (const at3000 of LEVELS) coarse.push(await pointOf({ byLength, at3000 }, COARSE))
  console.log(`growth ${byLength} played`)
}
const points: Point[] = []
for (const chosen of likely(coarse)) points.push(await pointOf(chosen, count))
const grid: OverlookingGrid = { levels: LEVELS.length, coarse: COARSE, seeds: count, points }
writeFileSync(new URL('../test/overlooking.json', import.meta.url), `${JSON.stringify(grid)}\n`)
const page = new URL('../../../docs/benchmarks.md', import.meta.url)
writeFileSync(page, withOverlooking(readFileSync(page, 'utf8'), grid))

async function pointOf({ byLength, at3000 }: Omit<Point, 'scores'>, count: number): Promise<Point> {
  const { player } = warehouse
  if (player === undefined) throw new Error('the warehouse has a player')
  const seeds = Array.from({ length: count }, (_, at) => 42 + at)
  const level = at3000 - byLength * Math.log(3)
  const scores: { runtime: string; horizon: number; mean: number }[] = []
  for (const runtime of RUNTIMES) {
    for (const horizon of HORIZONS) {
      let sum = 0
      for (const task of warehouse.tasks({ seeds, horizons: [horizon] })) {
        const failing = overlooking({ seed: task.seed, level, byLength })
        sum += (await playTask(warehouse, task, runtime, fallible(player, promptLayouts, failing))).kept
      }
      scores.push({ runtime, horizon, mean: Number((sum / count).toFixed(4)) })
    }
  }
  return { byLength, at3000, scores }
}
