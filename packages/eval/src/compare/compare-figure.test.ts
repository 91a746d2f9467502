import fc from 'fast-check'
import { expect, test } from 'vitest'
import { score, totalTokens } from '../../test/compared-columns.ts'
import { figures } from '../../test/episode-figures.ts'
import { compareFigure } from './compare-figure.ts'
import type { Pair } from './pair-episodes.ts'

const shares = fc.double({ min: 0, max: 1, noNaN: true })
const pair: fc.Arbitrary<Pair> = fc
  .record({ problem: fc.integer({ min: 1, max: 4 }), seed: fc.nat(3), a: shares, b: shares })
  .map(({ problem, seed, a, b }) => {
    const task = { problem: `p${problem}`, seed, task: `p${problem}-s${seed}` }
    return { a: figures({ ...task, score: a }), b: figures({ ...task, score: b }) }
  })
const pairs = fc.uniqueArray(pair, { minLength: 1, selector: ({ a }) => a.task })

test('turned round, a comparison says the same with the other sign', () => {
  fc.assert(
    fc.property(pairs, (list) => {
      const trials = { a: list.map(({ a }) => a), b: list.map(({ b }) => b) }
      const found = compareFigure(list, score, trials)
      const turned = compareFigure(
        list.map(({ a, b }) => ({ a: b, b: a })),
        score,
        { a: trials.b, b: trials.a },
      )
      if (found === undefined || turned === undefined) throw new Error('no score')
      expect(turned.difference).toBeCloseTo(-found.difference, 12)
      expect([turned.a, turned.b]).toEqual([found.b, found.a])
      expect(turned.noise).toEqual(found.noise)
      expect('untested' in turned.test).toBe('untested' in found.test)
    }),
  )
})

test('a pair of which one side does not know the figure is left out, and with none there is nothing', () => {
  const known = { a: figures({ task: '1', seed: 1 }), b: figures({ task: '1', seed: 1, totalTokens: 400 }) }
  const { totalTokens: _, ...unknown } = figures({ task: '2', seed: 2 })
  const half = { a: figures({ task: '2', seed: 2 }), b: unknown }
  const trials = { a: [known.a, half.a], b: [known.b, half.b] }
  expect(compareFigure([known, half], totalTokens, trials)).toMatchObject({ pairs: 1, difference: 100 })
  expect(compareFigure([half], totalTokens, trials)).toBeUndefined()
})
