import { mean } from 'simple-statistics'
import type { Column } from '../figures/column.ts'
import type { EpisodeFigures } from '../figures/figures.ts'
import { type Bootstrap, bootstrapMean, type Unresampled } from '../statistics/bootstrap.ts'
import { clusteredMean } from '../statistics/clusters.ts'
import { type DetectableEffect, detectableEffect } from '../statistics/detectable-effect.ts'
import { type McNemarTest, mcnemar, type UntestedAnswers } from '../statistics/mcnemar.ts'
import { type PairedTest, pairedTest, type UntestedPairs } from '../statistics/paired-test.ts'
import { magnitude } from '../statistics/rounding.ts'
import type { Pair } from './pair-episodes.ts'
import { clusterOf } from './repeated-tasks.ts'
import { type RepeatedSide, type RepetitionNoise, repetitionNoise } from './repetition-noise.ts'

/** One figure of two runs. Each cluster (problem, or seed) counts once, by the mean of its pairs. */
export interface ComparedFigure {
  readonly id: string
  /** Pairs in which both runs have the figure. */
  readonly pairs: number
  readonly clusters: number
  /** Means of the paired episodes. */
  readonly a: number
  readonly b: number
  readonly difference: number
  /** Of the difference, over the clusters; absent for a single one. */
  readonly standardError?: number | undefined
  /** How much less the pairs of a cluster tell than as many independent ones: see `ClusteredMean`. */
  readonly designEffect?: number | undefined
  readonly test: PairedTest | UntestedPairs
  /** p among the rows of the same benchmark, after Holm; absent if there is no p. */
  readonly pHolm?: number | undefined
  readonly bootstrap: Bootstrap | Unresampled
  readonly mcnemar: McNemarTest | UntestedAnswers
  /** The smallest difference that so many clusters show in four of five repetitions; absent if unknown. */
  readonly detectable?: DetectableEffect | undefined
  readonly noise: RepetitionNoise
}

/** All episodes of each run's cell, and of repetitions of it, from which repetition noise is told. */
export interface Trials {
  readonly a: readonly EpisodeFigures[]
  readonly b: readonly EpisodeFigures[]
}

interface Known {
  readonly pair: Pair
  readonly a: number
  readonly b: number
}

/** `undefined` if no pair has the figure. */
export function compareFigure(
  all: readonly Pair[],
  { id, of }: Column,
  trials: Trials,
): ComparedFigure | undefined {
  const known = all.flatMap((pair): Known[] => {
    const [a, b] = [of(pair.a), of(pair.b)]
    return a === undefined || b === undefined ? [] : [{ pair, a, b }]
  })
  const clusters = [...Map.groupBy(known, ({ pair }) => clusterOf(pair.a)).values()]
  const size = magnitude(known.flatMap(({ a, b }) => [a, b]))
  const over = clusteredMean(
    clusters.map((cluster) => cluster.map(({ a, b }) => a - b)),
    size,
  )
  if (over === undefined) return undefined
  const means = clusters.map(
    (cluster) => [mean(cluster.map(({ a }) => a)), mean(cluster.map(({ b }) => b))] as const,
  )
  const test = pairedTest(means)
  const { standardError, designEffect } = over
  const sideOf = (side: keyof Pair): RepeatedSide => ({
    counted: known.map(({ pair }) => pair[side]),
    trials: trials[side],
  })
  const isTested = standardError !== undefined && !('untested' in test)
  return {
    id,
    pairs: over.values,
    clusters: over.clusters,
    a: mean(means.map(([a]) => a)),
    b: mean(means.map(([, b]) => b)),
    difference: over.mean,
    standardError,
    designEffect,
    test,
    bootstrap: bootstrapMean(
      means.map(([a, b]) => a - b),
      { size },
    ),
    mcnemar: testAnswers(known, clusters.length),
    detectable: isTested ? detectableEffect(over.clusters, standardError) : undefined,
    noise: repetitionNoise([sideOf('a'), sideOf('b')], of, over.mean),
  }
}

/** Rewards are floats; this close to 0 or 1 they mean it. */
const ROUNDING = 1e-6

function testAnswers(known: readonly Known[], clusters: number): McNemarTest | UntestedAnswers {
  const answers = known.flatMap(({ a, b }) => {
    const [first, second] = [answer(a), answer(b)]
    return first === undefined || second === undefined ? [] : [[first, second] as const]
  })
  const pairs = known.length
  if (answers.length < pairs) return { pairs, untested: 'values other than 0 and 1' }
  if (clusters < pairs) return { pairs, untested: 'pairs of one problem are not independent' }
  return mcnemar(answers)
}

function answer(value: number): boolean | undefined {
  if (Math.abs(value - 1) <= ROUNDING) return true
  return Math.abs(value) <= ROUNDING ? false : undefined
}
