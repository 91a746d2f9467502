import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { textOf } from '../causal-model.ts'
import { NgramCounts, START } from './_ngram-counts.ts'
import { corpus, ngramModel } from './ngram-model.ts'

const model = ngramModel()

async function information(text: string, before = ''): Promise<readonly number[]> {
  const figures = await model.logProbabilities(model.tokens(before), model.tokens(text))
  return figures.map((figure) => -figure)
}

describe('NgramCounts', () => {
  it('interpolates as Witten and Bell do', () => {
    const counts = new NgramCounts()
    // The sequence 0 1 0 1 2, and a 4 after 5 1.
    for (const [earlier, before, symbol] of [
      [START, START, 0],
      [START, 0, 1],
      [0, 1, 0],
      [1, 0, 1],
      [0, 1, 2],
      [5, 1, 4],
    ] as const) {
      counts.add(earlier, before, symbol)
    }
    // 6 symbols of 4 kinds; after 1: 0, 2 and 4; after 0 1: 0 and 2.
    const single = (1 + 4 * 0.1) / (6 + 4)
    const pair = (1 + 3 * single) / (3 + 3)
    expect(counts.probability(0, 1, 2, 0.1)).toBeCloseTo((1 + 2 * pair) / (2 + 2), 12)
    expect(counts.probability(7, 7, 2, 0.1)).toBeCloseTo(single, 12)
  })

  it('gives probabilities that add up to 1', () => {
    const symbol = fc.nat(6)
    fc.assert(
      fc.property(fc.array(fc.tuple(symbol, symbol, symbol)), symbol, symbol, (runs, earlier, before) => {
        const counts = new NgramCounts()
        for (const run of runs) counts.add(...run)
        let sum = 0
        for (let next = 0; next < 7; next += 1) sum += counts.probability(earlier, before, next, 1 / 7)
        expect(sum).toBeCloseTo(1, 9)
      }),
    )
  })
})

describe('ngramModel', () => {
  test.each([
    ['Stored item_12 on shelf_0.\n', ['Stored', ' item', '_', '12', ' on', ' shelf', '_', '0', '.', '\n']],
    ['  two\t\tétés 3½', [' ', ' two', '\t', '\t', 'étés', ' 3½']],
    ['', []],
  ])('cuts %j into words, numbers and signs', (text, tokens) => {
    expect(model.tokens(text).map((token) => token.text)).toEqual(tokens)
  })

  it('reads every text without a loss, and finds it neither impossible nor certain', async () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.string({ unit: 'grapheme', maxLength: 200 }),
    )
    await fc.assert(
      fc.asyncProperty(anyText, anyText, async (before, text) => {
        expect(textOf(model.tokens(text))).toBe(text)
        for (const figure of await information(text, before)) {
          expect(figure).toBeGreaterThan(0)
          expect(Number.isFinite(figure)).toBe(true)
        }
      }),
    )
  })

  it('has finite figures for words of any length', async () => {
    const [figure] = await information('x'.repeat(100_000))
    expect(Number.isFinite(figure)).toBe(true)
  })

  it('is surprised by names and numbers, less by plain words, and less again by what it has read', async () => {
    const [the = 0, , , odd = 0] = await information('The box is qz')
    expect(the).toBeLessThan(odd)
    const [first = 0] = await information(' zyx', 'Some words before it, and')
    const [again = 0] = await information(' zyx', 'Some zyx words before it, and')
    expect(again).toBeLessThan(first / 2)
    const [, , repeated = 0] = await information(' zyx and zyx', 'Some words before it, and')
    expect(repeated).toBeLessThan(first / 2)
  })

  it('looks back at the last tokens only', async () => {
    const long = 'one two '.repeat(200)
    expect(await information(' three', `Anything at all. ${long}`)).toEqual(await information(' three', long))
  })

  it('judges a token by those before it, not by those after it', async () => {
    const [alone] = await information('customer')
    const [followed] = await information('customer ordered a box')
    expect(followed).toBe(alone)
  })

  it('has a new version if its corpus changed', () => {
    const hash = createHash('sha256').update(corpus).digest('hex').slice(0, 16)
    expect({ id: model.id, hash }).toEqual({ id: 'ngram@1', hash: '18d4ca23e670dad2' })
  })
})
