import fc from 'fast-check'
import { expect, test } from 'vitest'
import { charactersOf, difference } from './difference.tsx'

type Stretches = ReturnType<typeof difference>
type Mark = Stretches[number]['mark']

const without = (stretches: Stretches, mark: Mark): string =>
  stretches.map((each) => (each.mark === mark ? '' : each.text)).join('')

test('leads from any text to any other', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '"', 'é', '😀'), maxLength: 60 })
  fc.assert(
    fc.property(text, text, (before, after) => {
      const stretches = difference(before, after)
      expect(without(stretches, 'added')).toBe(before)
      expect(without(stretches, 'removed')).toBe(after)
    }),
  )
})

test('marks the words that differ, not the lines around them', () => {
  const stretches = difference('{"S1":{"boxes":4}}\nRead it.', '{"S1":{"boxes":7}}\nRead it.')
  expect(stretches).toEqual([
    { mark: 'same', text: '{"S1":{"boxes":' },
    { mark: 'removed', text: '4' },
    { mark: 'added', text: '7' },
    { mark: 'same', text: '}}\nRead it.' },
  ])
  expect(charactersOf(stretches, 'added')).toBe(1)
})

test('compares texts that share few words by lines, and those that share few lines as a whole', () => {
  const lines = (word: string, count: number): string =>
    Array.from({ length: count }, (_, at) => `${word} ${word}${at} ${word} ${word}\n`).join('')
  const marks = (count: number): readonly Mark[] =>
    difference(`same\n${lines('one', count)}`, `same\n${lines('two', count)}`).map(({ mark }) => mark)
  expect(marks(600)).toEqual(['same', 'removed', 'added'])
  expect(marks(2000)).toEqual(['removed', 'added'])
})
