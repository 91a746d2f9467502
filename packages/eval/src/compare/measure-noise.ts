import type { Column } from '../figures/column.ts'
import type { EpisodeFigures } from '../figures/figures.ts'
import { clusterMeans } from '../statistics/clusters.ts'
import { type PairedTest, pairedTest, type UntestedPairs } from '../statistics/paired-test.ts'
import { noiseMargin, repetitionVariance, twice } from '../statistics/repetition.ts'
import { spread } from '../statistics/spread.ts'
import { type ComparedCell, splitIntoCells } from './cells.ts'
import type { CompareOptions } from './compare-runs.ts'
import { clusterOf, type FigureOf, repeatedTaskOf, repeatedTasks } from './repeated-tasks.ts'

/**
 * What a cell was set against itself by: the trials of each task, one half against the other, or, if no task has
 * two, its problems or seeds, which are tasks of their own and so differ by more than repetition.
 */
type NoiseSource = 'trials' | 'problems' | 'seeds'

interface NoiseFigure {
  readonly id: string
  readonly mean: number
  /** One half less the other. */
  readonly halves: PairedTest | UntestedPairs
  /** 95 % of the differences of two whole runs of the cell lie this close to 0; absent if nothing repeats. */
  readonly margin?: number | undefined
}

interface NoiseRow extends ComparedCell {
  readonly source: NoiseSource
  readonly episodes: number
  readonly tasks: number
  /** Tasks with fewer than two trials: each needs one more. */
  readonly missing: number
  readonly figures: readonly NoiseFigure[]
}

/** How far a run's cells differ from themselves. */
export interface Noise {
  readonly runs: readonly string[]
  readonly columns: readonly { readonly id: string; readonly title: string; readonly decimals: number }[]
  readonly rows: readonly NoiseRow[]
}

/**
 * Sets each cell of one or more runs of the same conditions against itself. Episodes of one task are its trials, in
 * of either run; episodes without a score do not count.
 */
export function measureNoise(
  runs: readonly { readonly name: string; readonly episodes: readonly EpisodeFigures[] }[],
  { by, columns }: Pick<CompareOptions, 'by' | 'columns'>,
): Noise {
  const sound = runs.flatMap(({ episodes }) => episodes.filter(({ score }) => score !== undefined))
  return {
    runs: runs.map(({ name }) => name),
    columns: columns.map(({ id, title, decimals }) => ({ id, title, decimals })),
    rows: [...splitIntoCells(sound, by).values()].map(({ cell, episodes }) => {
      const tasks = [...Map.groupBy(episodes, repeatedTaskOf).values()]
      const missing = tasks.filter((trials) => trials.length < 2).length
      const others = episodes.some(({ problem }) => problem !== undefined) ? 'problems' : 'seeds'
      const source = missing < tasks.length ? 'trials' : others
      const size = Math.max(1, runs.length)
      const figures = columns.flatMap((column) => measure(episodes, column, source, size) ?? [])
      return { ...cell, source, episodes: episodes.length, tasks: tasks.length, missing, figures }
    }),
  }
}

/** `undefined` if no episode has the figure. */
function measure(
  all: readonly EpisodeFigures[],
  { id, of }: Column,
  source: NoiseSource,
  runs: number,
): NoiseFigure | undefined {
  const episodes = all.filter((episode) => of(episode) !== undefined)
  const clusters = [...Map.groupBy(episodes, clusterOf).values()]
  const means = clusterMeans(clusters.map((cluster) => cluster.flatMap((episode) => of(episode) ?? [])))
  const measured = spread(means)
  if (measured === undefined) return undefined
  const margin = source === 'trials' ? trialMargin(episodes, of, runs) : otherTasksMargin(means)
  return {
    id,
    mean: measured.mean,
    halves: source === 'trials' ? halveTrials(episodes, of) : pairedTest(neighbours(means)),
    margin,
  }
}

/** What one of so many runs has of each task's trials enters each mean of two that are compared. */
function trialMargin(episodes: readonly EpisodeFigures[], of: FigureOf, runs: number): number | undefined {
  const tasks = repeatedTasks(episodes, episodes, of).map((task) => ({ ...task, size: task.size / runs }))
  const variance = repetitionVariance(tasks)
  return variance && noiseMargin([twice(variance)])
}

/** Of two runs with as many problems or seeds, but others. */
function otherTasksMargin(means: readonly number[]): number | undefined {
  const sd = spread(means)?.sd
  if (sd === undefined) return undefined
  return noiseMargin([{ variance: (2 * sd ** 2) / means.length, degreesOfFreedom: means.length - 1 }])
}

/**
 * Every other trial of each task against the rest, a cluster's tasks as one. Of two runs with the same seeds that is
 * the first against the second.
 */
function halveTrials(episodes: readonly EpisodeFigures[], of: FigureOf): PairedTest | UntestedPairs {
  const clusters = [...Map.groupBy(episodes, clusterOf).values()]
  return pairedTest(
    clusters.flatMap((cluster) => {
      const inOrder = cluster.toSorted((a, b) => a.seed - b.seed)
      const tasks = [...Map.groupBy(inOrder, repeatedTaskOf).values()].filter((trials) => trials.length > 1)
      const half = (rest: number): number | undefined => {
        const halves = tasks.map((trials) => trials.filter((_, index) => index % 2 === rest))
        return spread(clusterMeans(halves.map((trials) => trials.flatMap((each) => of(each) ?? []))))?.mean
      }
      const [one, other] = [half(0), half(1)]
      return one === undefined || other === undefined ? [] : [[one, other] as const]
    }),
  )
}

/** The first with the second, the third with the fourth, and so on. */
function neighbours(means: readonly number[]): (readonly [number, number])[] {
  return means.flatMap((mean, index) => {
    const next = means[index + 1]
    return index % 2 === 0 && next !== undefined ? [[mean, next] as const] : []
  })
}
