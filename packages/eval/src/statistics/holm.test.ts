import fc from 'fast-check'
import { expect, test } from 'vitest'
import { holm } from './holm.ts'

test("agrees with R's p.adjust", () => {
  // p.adjust(c(0.01, 0.04, 0.03, 0.005), 'holm'): 0.03 0.06 0.06 0.02
  const adjusted = [0.03, 0.06, 0.06, 0.02].map((p) => expect.closeTo(p, 12))
  expect(holm([0.01, 0.04, 0.03, 0.005])).toEqual(adjusted)
})

test('counts no test that was not made, and leaves a single one as it is', () => {
  expect(holm([])).toEqual([])
  expect(holm([undefined, 0.04, undefined])).toEqual([undefined, 0.04, undefined])
})

test('keeps the order, and lies between p and its Bonferroni bound', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1 }), (values) => {
      const adjusted = holm(values).map((p) => p ?? Number.NaN)
      for (const [index, p] of values.entries()) {
        expect(adjusted[index]).toBeGreaterThanOrEqual(p)
        expect(adjusted[index]).toBeLessThanOrEqual(Math.min(1, p * values.length))
        for (const [other, q] of values.entries()) {
          if (p < q) expect(adjusted[index]).toBeLessThanOrEqual(adjusted[other] ?? Number.NaN)
        }
      }
    }),
  )
})
