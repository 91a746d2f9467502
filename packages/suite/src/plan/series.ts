import { type Benchmark, invalidOption, type Task } from '@skill-state/protocol'
import type { Experiment, Series } from '../experiment.ts'

/** What the command line puts in the place of what an experiment names. */
export interface Overrides {
  readonly benchmark?: Benchmark | undefined
  readonly runtimes?: readonly string[] | undefined
  readonly horizons?: readonly number[] | undefined
}

export interface PlannedTask {
  readonly benchmark: Benchmark
  readonly task: Task
  readonly runtimes: readonly string[]
}

/** The series of an experiment, with the overrides in place. Another benchmark takes part in the first series alone. */
export function chooseSeries({ series }: Experiment, overrides: Overrides): readonly Series[] {
  const chosen = overrides.benchmark === undefined ? series : series.slice(0, 1)
  return chosen.map(({ benchmark, runtimes, horizons }) => ({
    benchmark: overrides.benchmark ?? benchmark,
    runtimes: overrides.runtimes ?? runtimes,
    horizons: overrides.horizons ?? horizons,
  }))
}

/** The tasks of all series, each once, in their order. Throws `invalid-option` if a series has none. */
export function listTasks(series: readonly Series[], seeds: readonly number[]): readonly PlannedTask[] {
  const planned = new Map<string, PlannedTask>()
  for (const { benchmark, runtimes, horizons } of series) {
    let isEmpty = true
    for (const task of benchmark.tasks({ seeds, horizons })) {
      isEmpty = false
      const key = taskKey(benchmark.id, task.id)
      const others = planned.get(key)?.runtimes
      const all = others === undefined ? runtimes : [...new Set([...others, ...runtimes])]
      planned.set(key, { benchmark, task, runtimes: all })
    }
    if (isEmpty) throw invalidOption(`benchmark ${benchmark.id} has no tasks for these options`)
  }
  return [...planned.values()]
}

/** Stands for the variant of tasks that have none. */
export const PLAIN = 'plain'

/** What sets the benchmark's tasks apart from its plain ones, each once. */
export function variantsOf(
  benchmark: Benchmark,
  selection: Parameters<Benchmark['tasks']>[0],
): readonly string[] {
  const names = new Set<string>()
  for (const { variant = PLAIN } of benchmark.tasks(selection)) names.add(variant)
  return [...names]
}

export function taskKey(benchmark: string, task: string): string {
  return `${benchmark} ${task}`
}
