import { expect, test } from 'vitest'
import { meanInterval, wilsonInterval } from './intervals.ts'

test('agrees with the worked examples of Newcombe (1998)', () => {
  // Statistics in Medicine 17:857–872, table I, method 3: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
  const published: [number, number, number, number][] = [
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ]
  for (const [successes, trials, low, high] of published) {
    expect(wilsonInterval(successes, trials)).toEqual([expect.closeTo(low, 4), expect.closeTo(high, 4)])
  }
})

test('equal shares have an interval of some width, however they round', () => {
  for (let problems = 2; problems <= 30; problems += 1) {
    for (let trials = 2; trials <= 8; trials += 1) {
      for (let successes = 0; successes <= trials; successes += 1) {
        const share = successes / trials
        const interval = meanInterval(Array.from({ length: problems }, () => share))
        expect(interval).toEqual(wilsonInterval(share * problems, problems))
        expect(interval[1] - interval[0]).toBeGreaterThan(0.05)
      }
    }
  }
})
