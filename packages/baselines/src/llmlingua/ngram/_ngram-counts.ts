/** Symbols are whole numbers from 0 to this, exclusive, so that three of them fit into one key. */
const SYMBOLS = 2 ** 17

export const START: number = SYMBOLS - 1

interface Followers {
  total: number
  kinds: number
}

/** How often each symbol followed a given number of symbols. */
interface Level {
  readonly runs: Map<number, number>
  readonly followers: Map<number, Followers>
}

const levels = [0, 1, 2] as const

/** A trigram model over symbols, each level interpolated with the one below as Witten and Bell do. */
export class NgramCounts {
  readonly #levels: readonly Level[] = levels.map(() => ({ runs: new Map(), followers: new Map() }))

  /** Learns that the symbol followed `before`, which followed `earlier`. */
  add(earlier: number, before: number, symbol: number): void {
    this.#count(0, 0, symbol)
    this.#count(1, before, symbol)
    this.#count(2, earlier * SYMBOLS + before, symbol)
  }

  /** The probability that the symbol follows; `base` is its probability below all levels. */
  probability(earlier: number, before: number, symbol: number, base: number): number {
    const single = this.#interpolate(0, 0, symbol, base)
    const pair = this.#interpolate(1, before, symbol, single)
    return this.#interpolate(2, earlier * SYMBOLS + before, symbol, pair)
  }

  #count(at: 0 | 1 | 2, context: number, symbol: number): void {
    const { runs, followers } = this.#levels[at] as Level
    const run = context * SYMBOLS + symbol
    const seen = runs.get(run) ?? 0
    runs.set(run, seen + 1)
    const known = followers.get(context)
    if (known === undefined) followers.set(context, { total: 1, kinds: 1 })
    else {
      known.total += 1
      if (seen === 0) known.kinds += 1
    }
  }

  #interpolate(at: 0 | 1 | 2, context: number, symbol: number, below: number): number {
    const { runs, followers } = this.#levels[at] as Level
    const known = followers.get(context)
    if (known === undefined) return below
    const seen = runs.get(context * SYMBOLS + symbol) ?? 0
    return (seen + known.kinds * below) / (known.total + known.kinds)
  }
}
