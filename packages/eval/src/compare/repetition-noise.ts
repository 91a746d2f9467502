import type { EpisodeFigures } from '../figures/figures.ts'
import { noiseMargin, repetitionVariance, twice } from '../statistics/repetition.ts'
import { type FigureOf, type Repeatable, repeatedTasks } from './repeated-tasks.ts'

/** How far the same conditions differ from themselves. */
export type RepetitionNoise =
  | {
      /** 95 % of the differences that repetition alone makes lie this close to 0. */
      readonly margin: number
      readonly inside: boolean
    }
  | { readonly unmeasured: 'no task has two trials' }

/** One of two means that are compared. */
export interface RepeatedSide<Trial = EpisodeFigures> {
  /** The episodes that enter the mean, in which each cluster counts once: all of them have the figure. */
  readonly counted: readonly Trial[]
  /** All episodes of the same conditions, whether they enter the mean or not. */
  readonly trials: readonly Trial[]
}

/** What repetition alone makes of the difference of two sides; if one has no trials, it is taken to vary as the other does. */
export function repetitionNoise<Trial extends Repeatable>(
  sides: readonly RepeatedSide<Trial>[],
  of: FigureOf<Trial>,
  difference: number,
): RepetitionNoise {
  const parts = sides
    .map(({ counted, trials }) => repetitionVariance(repeatedTasks(counted, trials, of)))
    .filter((each) => each !== undefined)
  if (parts.length === 0) return { unmeasured: 'no task has two trials' }
  const margin = noiseMargin(parts.length === 2 ? parts : parts.map(twice))
  return { margin, inside: Math.abs(difference) <= margin }
}
