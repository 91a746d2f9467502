import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wordTeller } from './teller.ts'

function toldOf(pieces: readonly string[], words: readonly string[], reply?: string): string[] {
  const told: string[] = []
  const teller = wordTeller((piece) => void told.push(piece), words)
  for (const piece of pieces) teller.add(piece)
  if (reply !== undefined) teller.end(reply)
  return told
}

test('tells each piece at once', () => {
  expect(toldOf(['Go ', '', 'north.'], ['secret'])).toEqual(['Go ', 'north.'])
})

test('holds an end back that could begin a word', () => {
  expect(toldOf(['a se', 'cond'], ['secret'])).toEqual(['a ', 'second'])
})

test('tells no word, nor what follows it', () => {
  expect(toldOf(['a se', 'cret b', 'c'], ['secret'])).toEqual(['a '])
})

test('tells the rest of the reply at its end', () => {
  expect(toldOf(['a se'], ['secret'], 'a sea')).toEqual(['a ', 'sea'])
  expect(toldOf([], [], 'whole')).toEqual(['whole'])
})

test('tells no more of a reply that does not begin with the pieces', () => {
  expect(toldOf(['{"a": 1}'], [], '{"a":1}')).toEqual(['{"a": 1}'])
})

test('pieces together are the text before the first word, however it was cut', () => {
  const letters = fc.array(fc.constantFrom('a', 'b'), { maxLength: 12 }).map((all) => all.join(''))
  const words = fc.array(
    fc.array(fc.constantFrom('a', 'b'), { minLength: 2, maxLength: 4 }).map((all) => all.join('')),
    {
      maxLength: 2,
    },
  )
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 5 }), words, (pieces, withheld) => {
      const whole = pieces.join('')
      const starts = withheld.map((word) => whole.indexOf(word)).filter((start) => start !== -1)
      const visible = whole.slice(0, Math.min(whole.length, ...starts))
      const told = toldOf(pieces, withheld).join('')
      expect(visible.startsWith(told)).toBe(true)
      expect(visible.length - told.length).toBeLessThan(4)
      expect(toldOf(pieces, withheld, visible).join('')).toBe(visible)
    }),
  )
})
