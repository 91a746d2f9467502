import fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomStream } from './random.ts'

const draw = (seed: number, stream: string): number[] => {
  const random = randomStream(seed, stream)
  return Array.from({ length: 8 }, () => random.integer(0, 1_000_000))
}

test('a seed and a stream fix the draws; another of either gives others', () => {
  fc.assert(
    fc.property(
      fc.integer(),
      fc.integer(),
      fc.constantFrom('noise', 'stock', 'scenario'),
      (seed, other, stream) => {
        expect(draw(seed, stream)).toEqual(draw(seed, stream))
        expect(draw(seed, `${stream}!`)).not.toEqual(draw(seed, stream))
        if (other !== seed) expect(draw(other, stream)).not.toEqual(draw(seed, stream))
      },
    ),
  )
})

test('draws stay in bounds, and reach both', () => {
  const random = randomStream(1, 'test')
  const numbers = Array.from({ length: 200 }, () => random.integer(-2, 2))
  expect([...new Set(numbers)].sort((a, b) => a - b)).toEqual([-2, -1, 0, 1, 2])
  expect(new Set(Array.from({ length: 100 }, () => random.pick(['a', 'b'])))).toEqual(new Set(['a', 'b']))
})
