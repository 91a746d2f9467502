import fc from 'fast-check'
import { expect, test } from 'vitest'
import { visiblePieces } from './printable.tsx'

const hidden = (text: string): string[] =>
  visiblePieces(text)
    .filter((piece) => piece.hidden)
    .map((piece) => piece.text)

test.for([
  ['\u001b[31m', ['U+001B']],
  ['a\u202eb\u202c', ['U+202E', 'U+202C']],
  ['\u2028\u2029\u0085', ['U+2028', 'U+2029', 'U+0085']],
  ['\u0000\r\u007f', ['U+0000', 'U+000D', 'U+007F']],
  ['\ud800x', ['U+D800']],
  ['\u{e0041}', ['U+E0041']],
] as const)('%j holds characters that would not be seen', ([text, names]) => {
  expect(hidden(text)).toEqual(names)
})

test.for(['plain text', 'tab\tand\nline', 'Σ ⊕ ΔΣ', '日本語 שלום', '😀', '<script>'])(
  '%j is shown as it is',
  (text) => {
    expect(visiblePieces(text)).toEqual([{ text, hidden: false }])
  },
)

test('nothing of a text is lost', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const back = visiblePieces(text).map((piece) =>
        piece.hidden ? String.fromCodePoint(Number.parseInt(piece.text.slice(2), 16)) : piece.text,
      )
      expect(back.join('')).toBe(text)
    }),
  )
})

test('of a million hidden characters the first are named, the others only marked', () => {
  const pieces = visiblePieces('a\u0000'.repeat(500_000))
  expect(pieces.length).toBeLessThan(10_010)
  expect(pieces.at(-1)?.text).toMatch(/^(a\ufffd)+$/)
})
