import { describe, expect, test } from 'vitest'
import { bill, WAYS } from './bill.ts'
import { cases } from './cases.ts'
import { AUTOMATIC, PromptCache } from './prompt-cache.ts'

const count = (piece: string): number => Math.ceil(piece.length / 3)

/** A prompt of pieces of 100 tokens. */
const prompt = (...names: readonly string[]): string[] => names.map((name) => name.repeat(300))

describe('a simulated cache', () => {
  const rules = { ...AUTOMATIC, minimum: 200, block: 1 }

  test('gives the longest beginning that an earlier prompt had, from the minimum on', () => {
    const cache = new PromptCache(rules, count)
    expect(cache.send(prompt('a', 'b', 'c'))).toEqual({ input: 300, cached: 0, written: 300, cost: 300 })
    expect(cache.send(prompt('a', 'b', 'd'))).toMatchObject({ cached: 200, cost: 120 })
    expect(cache.send(prompt('a', 'x', 'c'))).toMatchObject({ cached: 0 })
  })

  test('gives whole blocks', () => {
    const cache = new PromptCache({ ...rules, block: 128 }, count)
    cache.send(prompt('a', 'b', 'c'))
    expect(cache.send(prompt('a', 'b', 'c'))).toMatchObject({ cached: 256 })
  })

  test('forgets what was not used for its lifetime', () => {
    const cache = new PromptCache({ ...rules, lifetime: 5 }, count)
    cache.send(prompt('a', 'b'), [], 0)
    expect(cache.send(prompt('a', 'b'), [], 5).cached).toBe(200)
    expect(cache.send(prompt('a', 'b'), [], 11).cached).toBe(0)
  })

  test('keeps what is marked, at the price of writing it', () => {
    const cache = new PromptCache({ ...rules, marked: true, write: 1.25 }, count)
    expect(cache.send(prompt('a', 'b', 'c'), [2])).toMatchObject({ written: 200, cost: 100 + 250 })
    expect(cache.send(prompt('a', 'b', 'd'), [2])).toMatchObject({ cached: 200, written: 0, cost: 100 + 20 })
    expect(cache.send(prompt('a', 'x', 'd'), [2]).cached).toBe(0)
  })
})

describe.each([0.1, 0.25, 0.5])('with cached input at %d of the price', (read) => {
  test.each(cases)('auto costs at most 1.02 of the best layout over 100 steps: $name', (session) => {
    const options = { steps: 100, rules: { ...AUTOMATIC, read }, count }
    const sums = WAYS.slice(1).map((way) => bill(session, way, options).at(-1) ?? 0)
    expect((sums.at(-1) ?? Infinity) / Math.min(...sums)).toBeLessThanOrEqual(1.02)
  })
})

test('auto costs at most 0.3 of whole prompts with 490 shelves', () => {
  const [session] = cases
  if (session === undefined) throw new Error('there are cases')
  const [whole, auto] = (['whole', 'auto'] as const).map((way) =>
    bill(session, way, { steps: 200, rules: AUTOMATIC, count }),
  )
  expect((auto?.at(-1) ?? Infinity) / (whole?.at(-1) ?? 0)).toBeLessThanOrEqual(0.3)
})
