import type { Cell, Column, Published } from '@skill-state/eval'
import type { Benchmark } from '@skill-state/protocol'

/** Tasks of one benchmark, each run by the same runtimes. */
export interface Series {
  readonly benchmark: Benchmark
  /** Names in the registry. */
  readonly runtimes: readonly string[]
  readonly horizons: readonly number[]
}

/** One table of the paper, or of our own: what is run and what is shown. */
export interface Experiment {
  readonly id: string
  readonly title: string
  readonly series: readonly Series[]
  /** Name in the registry of the model that decides where none is named. Default `reference`. */
  readonly model?: string
  /** How many seeds, from `FIRST_SEED` on. */
  readonly seeds: number
  readonly columns: readonly Column[]
  /** What a reader must know of the published figures. */
  readonly source: string
  readonly published: (cell: Cell) => Published | undefined
}

/** The seed of the paper's Algorithm B.2; further seeds count on from it. */
export const FIRST_SEED = 42
