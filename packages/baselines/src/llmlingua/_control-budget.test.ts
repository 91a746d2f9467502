import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { controlBudget } from './_control-budget.ts'

const turns = [
  { size: 10, perplexity: 3 },
  { size: 20, perplexity: 9 },
  { size: 5, perplexity: 7 },
  { size: 10, perplexity: 7 },
]

describe('controlBudget', () => {
  test.each([
    [0, 2, [], 'nothing'],
    [1, 2, [1], 'the most surprising turn, though it is larger than the room'],
    [10, 2, [1], 'no further one once the room of 2 x 10 is taken'],
    [11, 2, [1, 3], 'the newer of two that surprise equally'],
    [16, 2, [1, 2, 3], 'the one before it next'],
    [18, 2, [0, 1, 2, 3], 'the dullest last'],
    [16, 1, [1], 'less if it may exceed the target by less'],
    [1000, 2, [0, 1, 2, 3], 'all there are'],
  ])('with a target of %i and a granularity of %i takes %j: %s', (target, granularity, taken) => {
    expect(controlBudget(turns, target, granularity)).toEqual(taken)
  })

  const anyTurns = fc.array(
    fc.record({ size: fc.integer({ min: 1, max: 99 }), perplexity: fc.double({ min: 1, noNaN: true }) }),
  )
  it('leaves no turn out that surprises more than one it takes, and stops at the first that is enough', () => {
    fc.assert(
      fc.property(anyTurns, fc.nat(500), fc.integer({ min: 1, max: 4 }), (all, target, granularity) => {
        const taken = controlBudget(all, target, granularity)
        expect(taken).toEqual([...new Set(taken)].sort((a, b) => a - b))
        const chosen = taken.flatMap((index) => all[index] ?? [])
        const dropped = all.filter((_, index) => !taken.includes(index))
        const least = Math.min(...chosen.map((turn) => turn.perplexity))
        for (const turn of dropped) expect(turn.perplexity).toBeLessThanOrEqual(least)
        const total = chosen.reduce((sum, turn) => sum + turn.size, 0)
        if (dropped.length > 0) expect(total).toBeGreaterThanOrEqual(granularity * target)
      }),
    )
  })
})
