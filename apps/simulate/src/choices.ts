import { randomNumbers } from '@skill-state/protocol/conformance'

/** Where every choice of a schedule comes from: its moves, the model's words, the faults. */
export interface Choices {
  /** A whole number from 0 and below `size`. 0 is always the ordinary case. */
  pick(size: number): number
  /** What was picked so far. */
  readonly taken: readonly number[]
  /** From how many each was picked. */
  readonly sizes: readonly number[]
}

/** Choices of a seed: the same on every machine. */
export function seeded(seed: number): Choices {
  const random = randomNumbers(Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0)
  return recorded((size) => Math.floor(random() * size))
}

/** Choices of a list; the ordinary case after its end. */
export function listed(list: readonly number[]): Choices {
  return recorded((size, at) => Math.min(list[at] ?? 0, size - 1))
}

function recorded(next: (size: number, at: number) => number): Choices {
  const [taken, sizes]: [number[], number[]] = [[], []]
  return {
    taken,
    sizes,
    pick(size) {
      const picked = size === 1 ? 0 : next(size, taken.length)
      if (size > 1) {
        taken.push(picked)
        sizes.push(size)
      }
      return picked
    },
  }
}

/** One of several, each as often as its weight says. The first is the ordinary case. */
export function oneOf<T>(choices: Choices, weighted: readonly (readonly [weight: number, value: T])[]): T {
  const [only] = weighted
  if (only && weighted.length === 1) return only[1]
  const total = weighted.reduce((sum, [weight]) => sum + weight, 0)
  let left = choices.pick(total)
  for (const [weight, value] of weighted) {
    if (left < weight) return value
    left -= weight
  }
  throw new Error('nothing to choose from')
}
