import { describe, expect, test } from 'vitest'
import { bill, WAYS } from './bill.ts'
import { cases } from './cases.ts'

const count = (piece: string): number => Math.ceil(piece.length / 3)

describe.each([0.1, 0.25, 0.5])('with cached input at %d of the price', (read) => {
  test.each(cases)('auto costs at most 1.02 of the best layout over 100 steps: $name', (session) => {
    const options = { steps: 100, rules: { read }, count }
    const sums = WAYS.slice(1).map((way) => bill(session, way, options).at(-1) ?? 0)
    expect((sums.at(-1) ?? Infinity) / Math.min(...sums)).toBeLessThanOrEqual(1.02)
  })
})

test('auto costs at most 0.3 of whole prompts with 490 shelves', () => {
  const [session] = cases
  if (session === undefined) throw new Error('there are cases')
  const [whole, auto] = (['whole', 'auto'] as const).map((way) =>
    bill(session, way, { steps: 200, rules: {}, count }),
  )
  expect((auto?.at(-1) ?? Infinity) / (whole?.at(-1) ?? 0)).toBeLessThanOrEqual(0.3)
})
