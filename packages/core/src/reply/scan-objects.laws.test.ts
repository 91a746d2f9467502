import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { fuzzRuns } from '../../test/fuzz-runs.ts'
import { parseReply } from './parse-reply.ts'
import { scanObjects } from './scan-objects.ts'

/** Characters that were looked at. */
const looked = vi.hoisted(() => ({ count: 0 }))
vi.mock('../json/json-tokens.ts', async (original) => {
  const tokens = await original<typeof import('../json/json-tokens.ts')>()
  type End = (text: string, from: number) => number
  const counted =
    (endOf: End): End =>
    (text, from) => {
      const end = endOf(text, from)
      looked.count += Math.abs(end - from)
      return end
    }
  class CommentEnds extends tokens.CommentEnds {
    #last = -1

    override line(text: string, from: number): number {
      return this.#count(from, super.line(text, from))
    }

    override block(text: string, from: number): number {
      return this.#count(from, super.block(text, from))
    }

    /** An end that is known is not looked for again. */
    #count(from: number, end: number): number {
      if (end !== this.#last) looked.count += end - from
      this.#last = end
      return end
    }
  }
  const skipBlank: typeof tokens.skipBlank = (text, from, ends = new CommentEnds()) => {
    looked.count += 1
    return tokens.skipBlank(text, from, ends)
  }
  const [endOfString, endOfName, endOfWord] = [tokens.endOfString, tokens.endOfName, tokens.endOfWord].map(
    counted,
  )
  return { ...tokens, CommentEnds, skipBlank, endOfString, endOfName, endOfWord }
})

/** By the scan of objects, by the reader of the one that was found, and what they ask again. */
const MOST = 4

const UNITS = [
  ...['{', '}', '[', ']', '"', "'", ':', ',', '\\', '\n', ' ', '#', '//', '/*', '*/', '```', 'a', '-'],
  ...['"action":', '"state_patch":', '{"', '{"a":', '{"action":{"reply":"', '<think>', '</think>', '\\u0061'],
]

test('each character of a text of any kind is looked at a few times', () => {
  const texts = fc
    .tuple(
      fc.array(fc.constantFrom(...UNITS), { maxLength: 6 }),
      fc.array(fc.constantFrom(...UNITS), { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 1, max: 300 }),
      fc.array(fc.constantFrom(...UNITS), { maxLength: 6 }),
    )
    .map(([head, unit, times, tail]) => [...head, unit.join('').repeat(times), ...tail].join(''))
  const law = fc.property(texts, (text) => {
    for (const read of [
      (): unknown => scanObjects(text, ['state_patch', 'action']),
      () => parseReply(text),
    ]) {
      looked.count = 0
      read()
      expect(looked.count).toBeLessThan(MOST * text.length + 9)
    }
  })
  const examples = ['/*{"', '//{"', '#{"'].flatMap((unit) =>
    ['*/{', '\n{', '\n*'].map((end): [string] => [unit.repeat(900) + end]),
  )
  fc.assert(law, { numRuns: fuzzRuns(2_000), examples })
})
