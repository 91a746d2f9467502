import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/** Seeded draws. */
export class Random {
  readonly #generator

  constructor(seed: number) {
    this.#generator = xoroshiro128plus(seed)
  }

  /** A whole number from 0, below the bound. */
  below(bound: number): number {
    return uniformInt(this.#generator, 0, bound - 1)
  }

  chance(percent: number): boolean {
    return this.below(1_000) < percent * 10
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)] as T
  }
}
