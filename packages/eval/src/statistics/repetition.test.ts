import { expect, test } from 'vitest'
import { noiseMargin, repetitionVariance } from './repetition.ts'

const task = (trials: number[], weight = 1 / 2, size = trials.length) => ({ weight, trials, size })

test('the variance of a mean over tasks is that of their trials', () => {
  // s² = 2 and 0.5 of two trials each: (1/4)(2/2) + (1/4)(0.5/2).
  expect(repetitionVariance([task([1, 3]), task([0, 1])])).toEqual({
    variance: expect.closeTo(0.3125, 12),
    degreesOfFreedom: 2,
  })
})

test('a task of one trial is taken to vary as the others do; with none repeated nothing is known', () => {
  const partial = repetitionVariance([task([1, 3]), task([5])])
  // s² = 2 of the first, and so of the second: (1/4)(2/2) + (1/4)(2/1).
  expect(partial).toEqual({ variance: expect.closeTo(0.75, 12), degreesOfFreedom: 1 })
  expect(repetitionVariance([task([1]), task([2])])).toBeUndefined()
  expect(repetitionVariance([])).toBeUndefined()
})

test("the margin is Student's for one estimate, and Welch's for two", () => {
  const one = { variance: 4, degreesOfFreedom: 10 }
  // t of 97.5 %: 2.228139 with 10 degrees of freedom, 2.085963 with 20.
  expect(noiseMargin([one])).toBeCloseTo(2 * 2.228139, 5)
  expect(noiseMargin([one, one])).toBeCloseTo(Math.sqrt(8) * 2.085963, 5)
  expect(noiseMargin([{ ...one, variance: 0 }])).toBe(0)
})
