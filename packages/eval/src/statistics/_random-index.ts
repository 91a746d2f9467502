import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/** Draws from 0, 1, …, count − 1, each as often as the others; the same seed gives the same draws. */
export function randomIndex(seed: number): (count: number) => number {
  const random = xoroshiro128plus(seed)
  return (count) => uniformInt(random, 0, count - 1)
}
