import type { Benchmark, Task } from '@skill-state/protocol'
import { glob } from '../glob.ts'

/** The benchmark with what a suite says of its tasks. */
export function ofSuite(
  benchmark: Benchmark,
  { tasks, trials }: { readonly tasks?: readonly string[] | undefined; readonly trials?: number | undefined },
): Benchmark {
  const chosen = tasks === undefined ? benchmark : onlyTasks(benchmark, tasks)
  return trials === undefined ? chosen : inTrials(chosen, trials)
}

/** The benchmark with the tasks alone whose name fits a pattern. */
export function onlyTasks(benchmark: Benchmark, patterns: readonly string[]): Benchmark {
  const matchers = patterns.map(glob)
  return withTasks(benchmark, {
    *tasks(options) {
      for (const task of benchmark.tasks(options)) {
        if (matchers.some((matches) => matches(task.id))) yield task
      }
    },
    open: (task) => benchmark.open(task),
  })
}

/**
 * The benchmark with each task so many times, as trials of one problem: `t0010-s42-r1`, `t0010-s42-r2`. The world is the
 * same each time; only what the model says may differ.
 */
export function inTrials(benchmark: Benchmark, trials: number): Benchmark {
  return withTasks(benchmark, {
    *tasks(options) {
      for (const task of benchmark.tasks(options)) {
        for (let trial = 1; trial <= trials; trial += 1) {
          yield { ...task, id: `${task.id}-r${trial}`, problem: task.problem ?? task.id }
        }
      }
    },
    open: (task) => benchmark.open(originalOf(task)),
  })
}

const originalOf = (task: Task): Task => ({ ...task, id: task.id.replace(/-r\d+$/, '') })

function withTasks(
  { id, description, skill, player, floor, adversary }: Benchmark,
  changes: Pick<Benchmark, 'tasks' | 'open'>,
): Benchmark {
  return { id, description, skill, player, floor, adversary, ...changes }
}
