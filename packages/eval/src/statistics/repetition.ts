import { spread } from './spread.ts'
import { student95 } from './student.ts'

/** A task that was, or was not, tried several times under the same conditions. */
export interface RepeatedTask {
  /** Its part in the mean; the parts of all tasks sum to 1. */
  readonly weight: number
  readonly trials: readonly number[]
  /** Trials of the task that enter the mean. */
  readonly size: number
}

/** How far a mean is off by the chance of each trial, the tasks being what they are. */
export interface RepetitionVariance {
  readonly variance: number
  readonly degreesOfFreedom: number
}

/**
 * The variance of a weighted mean that a repetition of the same tasks has: Σ weight² · s² / size. A task of one trial
 * is taken to vary as the others do on average. `undefined` if no task has two trials. Degrees of freedom are those
 * of all trials together: task by task, two trials of 0 and 1 tell next to nothing.
 */
export function repetitionVariance(tasks: readonly RepeatedTask[]): RepetitionVariance | undefined {
  const parts = tasks.map(({ weight, trials, size }) => {
    const share = weight ** 2 / size
    const sd = spread(trials)?.sd
    return { share, variance: sd === undefined ? undefined : share * sd ** 2, freedom: trials.length - 1 }
  })
  const known = parts.filter((part) => part.variance !== undefined)
  if (known.length === 0) return undefined
  const scale = sum(parts.map(({ share }) => share)) / sum(known.map(({ share }) => share))
  return {
    variance: scale * sum(known.map(({ variance = 0 }) => variance)),
    degreesOfFreedom: sum(known.map(({ freedom }) => freedom)),
  }
}

/**
 * 95 % of the differences of two means lie this close to 0 if chance alone sets them apart, by the variances of the
 * two, measured apart from each other; degrees of freedom after Welch and Satterthwaite.
 */
export function noiseMargin(parts: readonly RepetitionVariance[]): number {
  const variance = sum(parts.map((part) => part.variance))
  if (variance === 0) return 0
  const freedom = variance ** 2 / sum(parts.map((part) => part.variance ** 2 / part.degreesOfFreedom))
  return student95(freedom) * Math.sqrt(variance)
}

/** The variance of the difference of two means of which one estimate is known. */
export function twice(one: RepetitionVariance): RepetitionVariance {
  return { ...one, variance: 2 * one.variance }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

interface Trials {
  readonly trials: number
  readonly successes: number
}

/**
 * pass^k: the chance that k trials of a problem, drawn without replacement, are all solved, as a mean over the
 * problems: C(c, k) / C(n, k) of c successes in n trials (τ-bench, §4). Each problem needs k trials at least.
 */
export function passHatK(problems: readonly Trials[], k: number): number {
  const chances = problems.map(({ trials, successes }) => {
    if (trials < k) throw new RangeError(`a problem has ${trials} trials, fewer than ${k}`)
    // C(c, k) / C(n, k) as a product, which no factorial overflows.
    let chance = 1
    for (let drawn = 0; drawn < k; drawn += 1) chance *= Math.max(0, successes - drawn) / (trials - drawn)
    return chance
  })
  return chances.reduce((sum, chance) => sum + chance, 0) / chances.length
}
