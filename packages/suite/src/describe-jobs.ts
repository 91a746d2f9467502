import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Episode } from '@skill-state/eval'
import { detectableEffect } from '@skill-state/eval/statistics'
import type { Jobs } from './jobs.ts'
import { cellOf, predictedCost } from './plan/predict.ts'
import type { Registry } from './registry.ts'
import { foreignFaults } from './wire/foreign.ts'

/** What `--dry-run` prints: the episodes, what they can show, and if calls are paid for, what they would need. */
export async function* describeJobs(
  registry: Registry,
  { jobs, leftOut = [] }: Pick<Jobs, 'jobs' | 'leftOut'>,
): AsyncGenerator<string> {
  for (const { plan, out } of jobs) {
    const lines = plan.episodes.map(
      ({ benchmark, task, runtime }) => `${benchmark.id} ${task.id} ${runtime.id}`,
    )
    const total = `${lines.length} episodes with model ${plan.model.id}, into ${out}`
    const cost = await predictedCost(registry, [plan])
    yield [...lines, total, ...powerLines(plan.episodes), cost ?? [], ''].flat().join('\n')
  }
  if (jobs.length < 2) return
  const distinct = new Set(jobs.flatMap(({ plan }) => plan.episodes.map(({ id }) => id))).size
  const total = `in all: ${distinct} different episodes in ${jobs.length} runs; an episode of two runs is played once`
  const plans = jobs.map(({ plan }) => plan)
  yield [total, (await predictedCost(registry, plans)) ?? [], ...leftOut, ''].flat().join('\n')
}

/**
 * What a person should know before the first call of runs that have not begun: the rules that programs from outside break,
 * and what paid calls will cost.
 */
export async function* linesBefore(registry: Registry, { jobs }: Jobs): AsyncGenerator<string> {
  const fresh = jobs.filter(({ out }) => !existsSync(join(out, 'run.json'))).map(({ plan }) => plan)
  yield* foreignFaults(
    registry,
    fresh.flatMap(({ episodes }) => episodes),
  )
  const priced = fresh.filter(({ model }) => model.capabilities?.prices !== undefined)
  const cost = await predictedCost(registry, priced)
  if (cost !== undefined) yield cost
}

/** Standard deviations of the paired differences of a score: of full contexts, and of shortened ones. */
const DEVIATIONS = [0.05, 0.2]

/** The smallest difference of two runtimes that the pairs of a cell can show. */
export function powerLines(episodes: readonly Episode[]): readonly string[] {
  const cells = Map.groupBy(episodes, cellOf)
  const counts = [...cells.values()].map(
    (cell) => new Set(cell.map(({ task: { problem, seed } }) => problem ?? seed)).size,
  )
  const pairs = Math.min(...counts)
  const { size } = detectableEffect(pairs, 1 / Math.sqrt(pairs)) ?? {}
  if (size === undefined) return ['power: a cell with one pair shows no difference: ask for more --seeds']
  const examples = DEVIATIONS.map((sd) => `${(size * sd).toFixed(2)} if it is ${sd}`)
  return [
    `power: ${pairs} pairs a cell show, in four of five repetitions at 5 %, a difference of ${size.toFixed(2)} standard deviations of the paired differences: of a score ${examples.join(', ')}`,
  ]
}
