import { magnitude } from './rounding.ts'
import { spread } from './spread.ts'

/** A mean over clusters of values that depend on each other, as the trials of one problem do. */
export interface ClusteredMean {
  readonly mean: number
  readonly clusters: number
  readonly values: number
  /** Of the mean, from the clusters' means; absent for fewer than two clusters. */
  readonly standardError?: number | undefined
  /**
   * How many times the variance of the mean is what it would be if all values were independent: about 1 if values of
   * a cluster tell nothing of each other, and up to their number. Absent if only rounding sets the values apart.
   */
  readonly designEffect?: number | undefined
}

/**
 * Each cluster counts once, by its mean, however many values it has; so the standard error is right whatever the
 * dependence within clusters (Donner and Klar, 2000, the analysis of cluster means). `undefined` for no value.
 * @param size The largest number that the values were computed from. Default: the largest of them.
 */
export function clusteredMean(
  clusters: readonly (readonly number[])[],
  size: number = magnitude(clusters.flat()),
): ClusteredMean | undefined {
  const over = spread(clusterMeans(clusters), size)
  if (over === undefined) return undefined
  const values = clusters.flat()
  const standardError = over.sd === undefined ? undefined : over.sd / Math.sqrt(over.n)
  const plain = (spread(values, size)?.sd ?? 0) ** 2 / values.length
  return {
    mean: over.mean,
    clusters: over.n,
    values: values.length,
    standardError,
    designEffect: standardError !== undefined && plain > 0 ? standardError ** 2 / plain : undefined,
  }
}

/** The mean of each cluster that has a value. */
export function clusterMeans(clusters: readonly (readonly number[])[]): number[] {
  return clusters.flatMap((values) => spread(values)?.mean ?? [])
}
