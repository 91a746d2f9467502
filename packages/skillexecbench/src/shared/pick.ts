import { uniformInt } from 'pure-rand/distribution/uniformInt'
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator'

/** One of the choices, each equally likely, by one draw. There must be one. */
export function pick<T>(random: RandomGenerator, choices: readonly T[]): T {
  return choices[uniformInt(random, 0, choices.length - 1)] as T
}
