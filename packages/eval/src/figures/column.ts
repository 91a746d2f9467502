import type { EpisodeFigures } from './figures.ts'

/** One figure that episodes are compared or reported by, and how many decimals a person wants to see. */
export interface Column {
  readonly id: string
  readonly title: string
  readonly decimals: number
  /** `undefined` leaves the episode out of this column's mean. */
  readonly of: (episode: EpisodeFigures) => number | undefined
}
