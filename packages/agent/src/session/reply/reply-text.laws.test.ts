import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ReplyText } from './reply-text.ts'

/** A piece of a stream that counts how often a character of it is looked at. */
class Piece extends String {
  static looked = 0

  override charAt(at: number): string {
    Piece.looked += 1
    return super.charAt(at)
  }
}

const UNITS = [
  ...['{', '}', '[', ']', '"', ':', ',', '\\', '\n', ' ', '`', '```', 'a', '\\u0061', '\\n'],
  ...['"action"', '"reply"', '{"action":', '{"action":{"reply":"', '{"reply":{"action":"', 'Yes. '],
]

test('each character of a stream is looked at once, and the answer is read at most once', () => {
  const texts = fc
    .tuple(fc.array(fc.constantFrom(...UNITS), { maxLength: 40 }), fc.integer({ min: 1, max: 50 }))
    .map(([units, times]) => units.join('').repeat(times))
  const law = fc.property(texts, fc.integer({ min: 1, max: 9 }), fc.boolean(), (text, size, mayStream) => {
    let asked = 0
    Piece.looked = 0
    const reply = new ReplyText(() => {
      asked += 1
      return mayStream
    })
    let [streamed, whole] = ['', '']
    for (let at = 0; at < text.length; at += size)
      streamed += reply.add(new Piece(text.slice(at, at + size)) as unknown as string)
    expect(Piece.looked).toBeLessThanOrEqual(text.length)
    expect(asked).toBeLessThanOrEqual(1)
    whole = new ReplyText(() => mayStream).add(text)
    expect(streamed).toBe(whole)
  })
  fc.assert(law, { numRuns: 500 })
})
