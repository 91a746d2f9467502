import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Question, toyModel } from '../../test/toy-model.ts'
import { countCharacters } from '../turns/characters.ts'
import { PerplexityCompressor } from './_perplexity-compressor.ts'
import { ngramModel } from './ngram/ngram-model.ts'

function compressor(turns: readonly string[], model = toyModel(), granularity = 2): PerplexityCompressor {
  const made = new PerplexityCompressor({ model, granularity, segmentSize: 100, instructions: 'Rules.' })
  for (const turn of turns) made.add(turn)
  return made
}

describe('PerplexityCompressor', () => {
  it('shows the history as it is if it fits, and has nothing to say', async () => {
    expect(await compressor(['aaaa bb\n', 'cc\n']).fit(11)).toEqual({ text: 'aaaa bb\ncc\n' })
  })

  it('drops the turns that surprise least, then tokens, and says so', async () => {
    // Mean lengths: 2.3, 5.3, 3.7; 18 of 34 characters are 4 of 9 tokens, for which two turns are enough. Of
    // their lengths 3, 7, 6, 5, 3, 3, only three exceed the fifth.
    const turns = ['a bb in', 'aaa bbbbbb ccccc', ' dddd ee ff']
    expect(await compressor(turns, toyModel(), 1).fit(18)).toEqual({
      text: ' bbbbbb ccccc dddd',
      how: 'compressed at rate 0.4444 by toy: 3 of 9 tokens, from 2 of 3 turns',
    })
  })

  it('leaves the history out if there is no room', async () => {
    const leftOut = { text: '', how: 'left out, as there is no room for any of it' }
    expect(await compressor(['aaaa']).fit(0)).toEqual(leftOut)
    expect(await compressor(['aaaa']).fit(-5)).toEqual(leftOut)
    expect(await compressor(['aaaa']).fit(3)).toEqual(leftOut)
  })

  it('finds the perplexity of a turn on its own, and once', async () => {
    const asked: Question[] = []
    const made = compressor(['aaaaa bbbbb\n', 'ccccc ddddd\n'], toyModel(asked))
    await made.fit(12)
    made.add('eeeee fffff\n')
    await made.fit(12)
    expect(asked.filter(({ prefix }) => prefix === '').map(({ tokens }) => tokens)).toEqual([
      'aaaaa bbbbb\n',
      'ccccc ddddd\n',
      'eeeee fffff\n',
    ])
  })

  it('judges tokens by the instructions and what was kept', async () => {
    const asked: Question[] = []
    await compressor(['aaaaa bbbbb\n', 'ccccc ddddd\n'], toyModel(asked)).fit(12)
    const conditioned = asked.filter(({ prefix }) => prefix !== '')
    expect(conditioned.length).toBeGreaterThan(0)
    for (const { prefix } of conditioned) expect(prefix).toBe('Rules.')
  })

  const turn = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 }),
    fc
      .array(fc.constantFrom('Stored', 'item_3', 'on', 'shelf_7.', 'Observation:', '\n', '👍'), {
        minLength: 1,
      })
      .map((words) => words.join(' ')),
  )
  it.each([toyModel(), ngramModel()])(
    'keeps a subsequence that fits, each time the same, with $id',
    async (model) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(turn, { maxLength: 12 }),
          fc.integer({ min: -10, max: 600 }),
          fc.integer({ min: 1, max: 3 }),
          async (turns, room, granularity) => {
            const whole = turns.join('')
            const fitted = await compressor(turns, model, granularity).fit(room)
            expect(countCharacters(fitted.text)).toBeLessThanOrEqual(Math.max(0, room))
            if (countCharacters(whole) <= room) expect(fitted).toEqual({ text: whole })
            expect(isSubsequence(fitted.text, whole)).toBe(true)
            expect(await compressor(turns, model, granularity).fit(room)).toEqual(fitted)
          },
        ),
      )
    },
  )
})

function isSubsequence(part: string, whole: string): boolean {
  let at = -1
  return Array.from(part).every((unit) => {
    at = whole.indexOf(unit, at + 1)
    return at !== -1
  })
}
