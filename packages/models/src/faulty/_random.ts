import { uniformInt } from 'pure-rand/distribution/uniformInt'
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator'

/** Each choice equally likely; undefined if there is none. */
export function pick<T>(random: RandomGenerator, choices: readonly T[]): T | undefined {
  return choices.length === 0 ? undefined : choices[uniformInt(random, 0, choices.length - 1)]
}

/** The items in an order drawn at random, each order equally likely (Fisher and Yates). */
export function shuffled<T>(random: RandomGenerator, items: readonly T[]): readonly T[] {
  const order = [...items]
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = uniformInt(random, 0, at)
    const moved = order[at] as T
    order[at] = order[other] as T
    order[other] = moved
  }
  return order
}
