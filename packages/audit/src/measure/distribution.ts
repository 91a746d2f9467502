import { round, shareOf } from './round.ts'

/** A distribution in the audit's document. Quantiles are by nearest rank; they are `null` of no values. */
export interface Distribution {
  readonly n: number
  readonly mean: number | null
  readonly p50: number | null
  readonly p90: number | null
  readonly max: number | null
}

/** Counts of whole numbers: a distribution whose memory does not grow with the number of values. */
export class Tally {
  readonly #counts = new Map<number, number>()

  add(value: number, times = 1): void {
    this.#counts.set(value, (this.#counts.get(value) ?? 0) + times)
  }

  /** The share of values up to 1, 2, … most. */
  shares(most: number): readonly number[] {
    const { n } = this.summary()
    let seen = 0
    return Array.from({ length: most }, (_, at) => {
      seen += this.#counts.get(at + 1) ?? 0
      return shareOf(seen, n) ?? 0
    })
  }

  addAll(other: Tally): void {
    for (const [value, times] of other.#counts) this.add(value, times)
  }

  summary(): Distribution {
    const sorted = [...this.#counts].sort(([a], [b]) => a - b)
    const n = sorted.reduce((sum, [, times]) => sum + times, 0)
    if (n === 0) return { n, mean: null, p50: null, p90: null, max: null }
    const total = sorted.reduce((sum, [value, times]) => sum + value * times, 0)
    const quantile = (q: number): number => {
      let left = Math.ceil(q * n)
      for (const [value, times] of sorted) {
        left -= times
        if (left <= 0) return value
      }
      return sorted.at(-1)?.[0] ?? 0
    }
    return { n, mean: round(total / n), p50: quantile(0.5), p90: quantile(0.9), max: sorted.at(-1)?.[0] ?? 0 }
  }
}

export type Tallies<Name extends string> = Readonly<Record<Name, Tally>>

export function summariesOf<Name extends string>(
  tallies: Tallies<Name>,
): Readonly<Record<Name, Distribution>> {
  const names = Object.keys(tallies) as Name[]
  return Object.fromEntries(names.map((name) => [name, tallies[name].summary()])) as Record<
    Name,
    Distribution
  >
}
