import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fuzzRuns } from '../../test/fuzz-runs.ts'
import { dumps } from '../json/python-json.ts'
import { numberBound } from './values.ts'

describe('numberBound', () => {
  it('law: no number that a state can hold is longer, and one is as long', () => {
    const { most } = numberBound({}, false)
    const bits = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
    const law = fc.property(bits, (pattern) => {
      const value = new Float64Array(BigUint64Array.of(pattern).buffer)[0] ?? 0
      fc.pre(Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value)))
      expect(dumps(value).length).toBeLessThanOrEqual(most)
    })
    fc.assert(law, { numRuns: fuzzRuns(2000) })
    expect(dumps(-2.2250738585072014e-308)).toHaveLength(most)
  })

  it.each([
    [-1.7976931348623155e-308, 24],
    [-0.00010000000000000002, 23],
    [-9.999999999999999e-5, 22],
    [-5e-324, 7],
    [-1234.5678901234567, 19],
    [Number.MIN_SAFE_INTEGER, 17],
  ])('%s takes %i characters', (value, chars) => {
    expect(dumps(value)).toHaveLength(chars)
  })
})
