import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contentOf } from './content.ts'

const cached = (text: string): object => ({ type: 'text', text, cache_control: { type: 'ephemeral' } })
const plain = (text: string): object => ({ type: 'text', text })

test.each([
  ['no breakpoint', 'abc', undefined, 'abc'],
  ['one breakpoint', 'abcd', [1], [cached('a'), plain('bcd')]],
  ['a breakpoint at the end', 'abcd', [2, 4], [cached('ab'), cached('cd')]],
  [
    'more than four: the first and the last three',
    'abcdefg',
    [1, 2, 3, 4, 5, 6],
    [cached('a'), cached('bcd'), cached('e'), cached('f'), plain('g')],
  ],
  ['a block of white space is joined to the next one', 'ab  cd', [2, 4], [cached('ab'), plain('  cd')]],
  ['white space at the end stays with what is before it', 'ab \n', [2], 'ab \n'],
  ['a breakpoint inside a character', '😀a', [1, 2], [cached('😀'), plain('a')]],
  ['breakpoints outside the prompt', 'ab', [0, 9], [cached('ab')]],
])('%s', (_, prompt, breakpoints, expected) => {
  expect(contentOf(prompt, breakpoints)).toEqual(expected)
})

test('the blocks are the prompt, and the API accepts them', () => {
  const cases = fc.record({
    prompt: fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '😀'), minLength: 1 }),
    breakpoints: fc.array(fc.nat(30)).map((offsets) => offsets.sort((a, b) => a - b)),
  })
  fc.assert(
    fc.property(cases, ({ prompt, breakpoints }) => {
      const content = contentOf(prompt, breakpoints)
      if (typeof content === 'string') {
        expect(content).toBe(prompt)
        return
      }
      expect(content.map(({ text }) => text).join('')).toBe(prompt)
      expect(content.filter(({ text }) => text.trim() === '')).toEqual([])
      expect(content.filter(({ text }) => !text.isWellFormed())).toEqual([])
      expect(content.filter((block) => 'cache_control' in block).length).toBeLessThanOrEqual(4)
    }),
  )
})
