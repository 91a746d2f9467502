import type { EpisodeFigures } from '../figures/figures.ts'
import type { RepeatedTask } from '../statistics/repetition.ts'

/** A figure of an episode; `undefined` if it has none. */
export type FigureOf<Trial = EpisodeFigures> = (episode: Trial) => number | undefined

/** What tells which episodes are trials of one task. */
export type Repeatable = Pick<EpisodeFigures, 'problem' | 'task' | 'seed'>

/**
 * What an episode depends on together with others: its problem, or its seed if tasks are no trials of problems, for
 * one seed makes the same world at each horizon and in each variant.
 */
export function clusterOf({ problem, seed }: Repeatable): string {
  return problem === undefined ? `seed ${seed}` : `problem ${problem}`
}

/** What episodes of one runtime and the same conditions are trials of. */
export function repeatedTaskOf({ problem, task }: Repeatable): string {
  return problem === undefined ? `task ${task}` : `problem ${problem}`
}

/**
 * The tasks behind a mean in which each cluster counts once.
 * @param counted The episodes that enter the mean: all of them have the figure.
 * @param trials All episodes of the same conditions, whether they enter the mean or not.
 */
export function repeatedTasks<Trial extends Repeatable>(
  counted: readonly Trial[],
  trials: readonly Trial[],
  of: FigureOf<Trial>,
): readonly RepeatedTask[] {
  const trialsOf = Map.groupBy(trials, repeatedTaskOf)
  const clusters = [...Map.groupBy(counted, clusterOf).values()]
  return clusters.flatMap((members) =>
    [...Map.groupBy(members, repeatedTaskOf)].map(([task, own]) => ({
      weight: own.length / members.length / clusters.length,
      size: own.length,
      trials: (trialsOf.get(task) ?? []).map(of).filter((value) => value !== undefined),
    })),
  )
}
