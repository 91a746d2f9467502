/**
 * Fits the two free numbers of the reader `overlooking` on the paper's scores of `prompt` in the warehouse, and prints the best
 * ones: node --conditions=@skill-state/source scripts/fit-overlooking.ts
 */
import { promptLayouts } from '@skill-state/baselines'
import { runEpisode } from '@skill-state/eval'
import { fallible, overlooking } from '@skill-state/models'
import { publishedIn } from '@skill-state/report/paper'
import { warehouse } from '@skill-state/skillexecbench'
import { findRuntime } from '../src/registry.ts'

const HORIZONS = [10, 25, 50, 100]
const SEEDS = [42, 43, 44, 45, 46]
const published = publishedIn('tab:full_scaling_results')
const { player } = warehouse
if (player === undefined) throw new Error('the warehouse has a player')

async function scoreAt(horizon: number, level: number, byLength: number): Promise<number> {
  let sum = 0
  for (const task of warehouse.tasks({ seeds: SEEDS, horizons: [horizon] })) {
    const failing = overlooking({ seed: task.seed, level, byLength, byMiddle: 1 })
    const model = fallible(player ?? never(), promptLayouts, failing)
    const runtime = { id: 'prompt', run: findRuntime('prompt').run }
    const { outcome } = await runEpisode({ benchmark: warehouse, task, runtime, model }, { record: () => {} })
    sum += outcome?.reward ?? 0
  }
  return sum / SEEDS.length
}

function never(): never {
  throw new Error('the warehouse has a player')
}

function paperAt(horizon: number): number {
  const figure = published({ benchmark: 'warehouse@1', horizon, runtime: 'prompt', model: '' })?.score
  return figure !== undefined && 'mean' in figure ? figure.mean : Number.NaN
}

const fits = []
for (const level of [-2.25, -2, -1.75, -1.5, -1.25, -1]) {
  for (const byLength of [-1.25, -1, -0.75, -0.5, -0.25, 0, 0.25]) {
    const scores = []
    for (const horizon of HORIZONS) scores.push(await scoreAt(horizon, level, byLength))
    const error = scores.reduce((sum, score, at) => sum + (score - paperAt(HORIZONS[at] ?? 0)) ** 2, 0)
    fits.push({ level, byLength, error, scores })
  }
}
fits.sort((a, b) => a.error - b.error)
console.log(`the paper: ${HORIZONS.map(paperAt).join(' ')}`)
for (const { level, byLength, error, scores } of fits.slice(0, 5)) {
  console.log(
    `level ${level}, byLength ${byLength}: ${scores.map((each) => each.toFixed(2)).join(' ')}, error ${error.toFixed(4)}`,
  )
}
