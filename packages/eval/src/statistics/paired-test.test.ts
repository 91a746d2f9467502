import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type PairedTest, pairedTest, type UntestedPairs } from './paired-test.ts'

function tested(result: PairedTest | UntestedPairs): PairedTest {
  if ('untested' in result) throw new Error(result.untested)
  return result
}

describe('the paired t-test agrees with published worked examples', () => {
  test("Student (1908), The Probable Error of a Mean; R's help page of the data set sleep", () => {
    // t.test(Pair(extra.1, extra.2) ~ 1, data = sleep2): t = -4.0621, df = 9, p-value = 0.002833,
    // 95 percent confidence interval -2.4598858 -0.7001142, mean difference -1.58
    const first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2]
    const second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]
    const result = tested(pairedTest(first.map((x, index) => [x, second[index] ?? Number.NaN] as const)))
    expect(result).toMatchObject({ pairs: 10, degreesOfFreedom: 9 })
    expect(result.meanDifference).toBeCloseTo(-1.58, 10)
    expect(result.t).toBeCloseTo(-4.0621, 4)
    expect(result.p).toBeCloseTo(0.002833, 6)
    expect(result.interval[0]).toBeCloseTo(-2.4598858, 6)
    expect(result.interval[1]).toBeCloseTo(-0.7001142, 6)
  })
  test("Fisher (1935), The Design of Experiments, §17: Darwin's crossed and self-fertilised maize", () => {
    // Differences in eighths of an inch. Fisher: mean 20.933, t = 2.148 with 14 degrees of freedom, just
    // beyond the 5 per cent point of 2.145.
    const differences = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]
    const result = tested(pairedTest(differences.map((difference) => [difference, 0] as const)))
    expect(result.degreesOfFreedom).toBe(14)
    expect(result.meanDifference).toBeCloseTo(20.933, 3)
    expect(result.t).toBeCloseTo(2.148, 3)
    expect(result.p).toBeCloseTo(0.0497, 4)
    expect(result.interval[0]).toBeCloseTo(20.933 - (2.145 * 20.933) / 2.148, 1)
    expect(result.interval[0]).toBeGreaterThan(0)
  })
})

describe('the paired t-test', () => {
  test('is undefined, with the reason, for fewer than two pairs and for equal differences', () => {
    expect(pairedTest([])).toEqual({ pairs: 0, untested: 'fewer than two pairs' })
    expect(pairedTest([[1, 0.5]])).toEqual({
      pairs: 1,
      meanDifference: 0.5,
      untested: 'fewer than two pairs',
    })
    const ones = [1, 1, 1].map((x) => [x, x] as const)
    expect(pairedTest(ones)).toEqual({ pairs: 3, meanDifference: 0, untested: 'all differences equal', p: 1 })
  })
  test('keeps a p if all differences are equal: 2 of the 2^n ways to give them signs are as extreme', () => {
    // scipy.stats.permutation_test(permutation_type='samples', n_resamples=inf) gives 0.0625 too.
    const apart = Array.from({ length: 5 }, () => [1, 0.7] as const)
    expect(pairedTest(apart)).toMatchObject({ untested: 'all differences equal', p: 0.0625 })
    const rounding = [0.1, 0.1, 0.1].map((x) => [x + 0.2, 0.3] as const)
    expect(pairedTest(rounding)).toMatchObject({ untested: 'all differences equal', p: 1 })
  })
  test('never has a p above 1', () => {
    for (let pairs = 2; pairs < 260; pairs += 1) {
      const balanced = Array.from({ length: pairs - (pairs % 2) + 1 }, (_, index) =>
        index === 0 ? ([0, 0] as const) : ([index % 2 ? 1 : -1, 0] as const),
      )
      expect(tested(pairedTest(balanced)).p).toBeLessThanOrEqual(1)
    }
  })
  test('takes differences for equal that only rounding tells apart', () => {
    expect(0.3 - 0.2).not.toBe(0.2 - 0.1)
    const result = pairedTest([
      [0.3, 0.2],
      [0.2, 0.1],
    ])
    expect(result).toMatchObject({ untested: 'all differences equal' })
  })
  test('turned round gives the same p, and everything else with the other sign', () => {
    const pairs = fc.array(fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 20 })), {
      minLength: 2,
      maxLength: 9,
    })
    fc.assert(
      fc.property(pairs, (list) => {
        const result = pairedTest(list)
        const turned = pairedTest(list.map(([x, y]) => [y, x] as const))
        if ('untested' in result || 'untested' in turned) {
          expect('untested' in result && 'untested' in turned).toBe(true)
          return
        }
        expect(turned.t).toBeCloseTo(-result.t, 9)
        expect(turned.p).toBeCloseTo(result.p, 9)
        expect(turned.interval[0]).toBeCloseTo(-result.interval[1], 9)
        // The interval leaves 0 out exactly if p is below 5 %.
        if (Math.abs(result.p - 0.05) > 1e-6) {
          expect(result.interval[0] > 0 || result.interval[1] < 0).toBe(result.p < 0.05)
        }
      }),
    )
  })
})
