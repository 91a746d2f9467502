import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { mersenne } from 'pure-rand/generator/mersenne'

/** The same items in an order of a seed. */
export function shuffled<Item>(items: readonly Item[], seed: number): readonly Item[] {
  const random = mersenne(seed)
  const left = [...items]
  return items.map(() => left.splice(uniformInt(random, 0, left.length - 1), 1)[0] as Item)
}

const RESAMPLES = 4000

/**
 * How often two samples of so many episodes, drawn from the same ones, differ by at most 2 points: no estimate from one
 * half comes closer to the other half more often.
 */
export function chanceWithin(
  rows: readonly { readonly part: number; readonly whole: number }[],
  size: number,
): number {
  const random = mersenne(20_311)
  const sample = (): number => {
    let [part, whole] = [0, 0]
    for (let draw = 0; draw < size; draw++) {
      const row = rows[uniformInt(random, 0, rows.length - 1)] as (typeof rows)[number]
      part += row.part
      whole += row.whole
    }
    return part / whole
  }
  const near = Array.from({ length: RESAMPLES }, () => Math.abs(sample() - sample()) <= 0.02)
  return near.filter(Boolean).length / RESAMPLES
}
