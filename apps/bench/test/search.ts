import { promptLayouts } from '@skill-state/baselines'
import { reference } from '@skill-state/models'
import type { Benchmark, Player } from '@skill-state/protocol'
import { warehouse } from '@skill-state/skillexecbench'
import { matchBudgets, type Series } from '@skill-state/suite'
import { arena, lookback } from '../src/experiments/ours/arena.ts'
import { budget } from '../src/experiments/paper/budget.ts'
import { registry } from '../src/registry.ts'
import { mean, playTask } from './play-task.ts'
import { floors, readers } from './readers.ts'

/** What a program keeps in one cell beyond the best of the shipped readers. */
export interface Beaten {
  readonly cell: string
  readonly program: string
  readonly kept: number
  readonly shipped: number
}

const SHIPPED = [
  'reference',
  'adversary',
  'reader:reads=observations',
  'reader:notes=sentences',
  'reader:notes=dense',
  'reader:notes=json',
]

/** Differences of the mean over the seeds up to this do not count. */
export const ALIKE = 0.02

/** Plays every program in every cell, a policy in a world. Gives the cells in which one keeps more than each shipped reader. */
export async function searchReaders(seeds: readonly number[], policies?: RegExp): Promise<readonly Beaten[]> {
  const worlds: readonly Series[] = [
    ...arena.series,
    ...lookback.series,
    { benchmark: warehouse, runtimes: budget.series[0]?.runtimes ?? [], horizons: [100] },
  ]
  const beaten: Beaten[] = []
  for (const { benchmark, runtimes, horizons } of await matchBudgets(registry, worlds, seeds)) {
    // A floor is quick to play, and a lucky guess needs many seeds to show as one.
    const more = seeds.flatMap((seed) => Array.from({ length: 8 }, (_, at) => seed + 1_000 * at))
    for (const name of runtimes.filter((each) => policies?.test(each) ?? true)) {
      const tasks = [...benchmark.tasks({ seeds: name === 'memoryless' ? more : seeds, horizons })]
      const keptBy = async (model: Parameters<typeof playTask>[3][]): Promise<number[]> => {
        const kept: number[] = []
        for (const [at, task] of tasks.entries()) {
          const inner = model[at]
          if (inner !== undefined) kept.push((await playTask(benchmark, task, name, inner)).kept)
        }
        return kept
      }
      let best: number[] = []
      for (const id of SHIPPED) {
        const modelFor = await registry.findModel(id, {})
        const kept = await keptBy(tasks.map((task) => modelFor(benchmark, task, name)))
        if (best.length === 0 || mean(kept) > mean(best)) best = kept
        if (mean(best) === 1) break
      }
      if (mean(best) === 1) continue
      for (const [program, player] of programsFor(benchmark, name)) {
        const kept = await keptBy(tasks.map(() => reference(player, promptLayouts)))
        if (!isMore(kept, best)) continue
        const cell = `${benchmark.id} ${tasks[0]?.variant ?? ''} ${name}`
        beaten.push({ cell, program, kept: mean(kept), shipped: mean(best) })
      }
    }
  }
  return beaten
}

/** More by what counts, and not by luck: by two standard errors of the differences, task by task. */
function isMore(kept: readonly number[], shipped: readonly number[]): boolean {
  const more = kept.map((each, at) => each - (shipped[at] ?? 0))
  const spread = mean(more.map((each) => (each - mean(more)) ** 2))
  return mean(more) > ALIKE && mean(more) > 2 * Math.sqrt(spread / Math.max(1, more.length - 1))
}

function programsFor(benchmark: Benchmark, runtime: string): [string, Player][] {
  const programs = { ...readers, ...(runtime === 'memoryless' && floors) }
  return Object.entries(programs).flatMap(([name, program]): [string, Player][] => {
    const player = program(benchmark)
    if (player === undefined) return []
    return [[name, { summarise: () => '', ...player }]]
  })
}
