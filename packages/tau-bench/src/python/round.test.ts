import fc from 'fast-check'
import { expect, test } from 'vitest'
import { finite } from '../../test/arbitrary.ts'
import { roundHalfEven } from './round.ts'

test.each([
  [0.125, 2, 0.12],
  [0.375, 2, 0.38],
  [-0.125, 2, -0.12],
  [2.675, 2, 2.67],
  [1.005, 2, 1],
  [0.5, 0, 0],
  [1.5, 0, 2],
  [2.5, 0, 2],
  [-0.001, 2, -0],
  [-0, 2, -0],
  [1e22, 2, 1e22],
  [4503599627370495.5, 0, 4503599627370496],
  [Infinity, 2, Infinity],
  [Number.NaN, 2, Number.NaN],
])('round(%d, %d) is %d', (value, digits, rounded) => {
  expect(roundHalfEven(value, digits)).toBe(rounded)
})

test('the result is a nearest multiple, and of two nearest ones the even one', () => {
  const quarter = fc.integer({ min: -(10 ** 9), max: 10 ** 9 }).map((count) => count / 8)
  fc.assert(
    fc.property(
      fc.oneof(
        quarter,
        finite.filter((value) => Math.abs(value) < 1e9),
      ),
      (value) => {
        const exact = toBinary(value)
        const cents = BigInt(Math.round(roundHalfEven(value, 2) * 100))
        const twiceOff = 2n * (cents * exact.denominator - 100n * exact.numerator)
        expect(twiceOff <= exact.denominator && -twiceOff <= exact.denominator).toBe(true)
        if (twiceOff === exact.denominator || -twiceOff === exact.denominator) expect(cents % 2n).toBe(0n)
      },
    ),
  )
})

test('rounding twice changes nothing more', () => {
  fc.assert(
    fc.property(finite, fc.integer({ min: 0, max: 10 }), (value, digits) => {
      const once = roundHalfEven(value, digits)
      expect(roundHalfEven(once, digits)).toBe(once)
    }),
  )
})

/** The exact value as a fraction of ints. */
function toBinary(value: number): { numerator: bigint; denominator: bigint } {
  let scaled = value
  let denominator = 1n
  while (!Number.isInteger(scaled)) {
    scaled *= 2
    denominator *= 2n
  }
  return { numerator: BigInt(scaled), denominator }
}
