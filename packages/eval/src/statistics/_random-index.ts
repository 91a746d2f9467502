import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { mersenne } from 'pure-rand/generator/mersenne'

/** Draws from 0, 1, …, count − 1, each as often as the others; the same seed gives the same draws. */
export function randomIndex(seed: number): (count: number) => number {
  const random = mersenne(seed)
  return (count) => uniformInt(random, 0, count - 1)
}
