import fc from 'fast-check'
import { expect, it } from 'vitest'
import { gbnfMatcher } from '../../../test/gbnf-matcher.ts'
import { integerRange } from './integer-range.ts'

const bound = fc.oneof(
  fc.integer({ min: -1200, max: 1200 }),
  fc.constantFrom(-Infinity, Infinity, 99, 100, -100),
)

it('takes the integers of a range and no others, without leading zeros', () => {
  fc.assert(
    fc.property(bound, bound, (one, other) => {
      const [least, most] = [Math.min(one, other), Math.max(one, other)]
      const range = integerRange(least, most)
      if (least === most && !Number.isFinite(least)) {
        expect(range).toBeUndefined()
        return
      }
      const matches = gbnfMatcher(`root ::= ${range}`)
      for (const edge of [least, most, 0, 10, 100, -1, 1000]) {
        for (const number of [edge - 1, edge, edge + 1].filter(Number.isFinite)) {
          expect(matches(String(number)), `${number} in ${least} to ${most}`).toBe(
            number >= least && number <= most,
          )
        }
      }
      for (const text of ['', '-', '-0', '00', '01', '1.0', '+1']) expect(matches(text)).toBe(false)
    }),
    { numRuns: 500 },
  )
})

it('ends at 15 digits', () => {
  const matches = gbnfMatcher(`root ::= ${integerRange(-Infinity, Infinity)}`)
  expect(['9'.repeat(15), `-${'9'.repeat(15)}`, '9'.repeat(16)].map(matches)).toEqual([true, true, false])
  expect(integerRange(1e15, Infinity)).toBeUndefined()
})
