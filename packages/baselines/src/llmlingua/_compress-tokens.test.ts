import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { type Question, toyModel } from '../../test/toy-model.ts'
import { compressTokens, thresholdOf } from './_compress-tokens.ts'
import { type Token, textOf } from './causal-model.ts'

test.each([
  [[5, 1, 4, 2], 0, 5],
  [[5, 1, 4, 2], 0.25, 4],
  [[5, 1, 4, 2], 0.5, 2],
  [[5, 1, 4, 2], 0.74, 2],
  [[5, 1, 4, 2], 1, Number.NEGATIVE_INFINITY],
  [[3, 3, 3, 1], 0.5, 3],
  [[], 0.5, Number.NEGATIVE_INFINITY],
])('of %j at rate %d, what exceeds %d stays', (figures, rate, threshold) => {
  expect(thresholdOf(figures, rate)).toBe(threshold)
})

const model = toyModel()
const words = (text: string): readonly Token[] => model.tokens(text)
const run = async (text: string, rate: number, segmentSize: number, before = '') => {
  const asked: Question[] = []
  const input = { model: toyModel(asked), prefix: words(before), tokens: words(text), rate, segmentSize }
  return { text: textOf(await compressTokens(input)), asked }
}

describe('compressTokens', () => {
  it('keeps the tokens that surprise most, in their order', async () => {
    // Lengths with the space: 1, 5, 3, 4; half of four tokens is two.
    expect((await run('a four in and', 0.5, 4)).text).toBe(' four and')
  })

  it('judges each segment by its own threshold', async () => {
    // In one segment ' eeeeeeee' and ' fffffff' would be the longest of all.
    expect((await run('aaaa bb cccc eeeeeeee fffffff gggggg', 1 / 3, 3)).text).toBe(' cccc eeeeeeee')
  })

  it('shows the model what was kept of the segments before, never what was dropped', async () => {
    const { asked } = await run('aaaa bb cccc dddddd', 0.5, 2, 'Rules.')
    expect(asked).toEqual([
      { prefix: 'Rules.', tokens: 'aaaa bb' },
      { prefix: 'Rules.aaaa', tokens: ' cccc dddddd' },
    ])
  })

  it('lets text that was kept, or that precedes, surprise less', async () => {
    expect((await run(' long longer in long longest', 0.5, 3)).text).toBe(' longer longest')
    expect((await run(' known new', 0.5, 2, ' known')).text).toBe(' new')
    expect((await run(' known new', 0.5, 2)).text).toBe(' known')
  })

  it('keeps fewer than asked for if tokens surprise equally', async () => {
    expect((await run('ab cd ef gh', 0.5, 4)).text).toBe('')
  })

  const cases = [
    fc.string({ unit: 'grapheme', maxLength: 200 }),
    fc.double({ min: 0, max: 1, noNaN: true }),
  ] as const
  it('gives a subsequence of at most the share of the tokens that was asked for', async () => {
    await fc.assert(
      fc.asyncProperty(...cases, fc.integer({ min: 1, max: 40 }), async (text, rate, segmentSize) => {
        const input = { model, prefix: words('Rules.'), tokens: words(text), rate, segmentSize }
        const kept = await compressTokens(input)
        let at = -1
        for (const token of kept) {
          at = input.tokens.indexOf(token, at + 1)
          expect(at).not.toBe(-1)
        }
        expect(kept.length).toBeLessThanOrEqual(input.tokens.length * rate + 1e-9)
        expect(await compressTokens(input)).toEqual(kept)
      }),
    )
  })

  it('keeps everything at rate 1', async () => {
    await fc.assert(
      fc.asyncProperty(cases[0], fc.integer({ min: 1, max: 40 }), async (text, segmentSize) => {
        expect((await run(text, 1, segmentSize)).text).toBe(text)
      }),
    )
  })
})
