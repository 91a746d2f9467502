import { expect, test } from 'vitest'
import { contentOf } from './content.ts'

test('without a breakpoint that can be used, the prompt itself', () => {
  expect(contentOf('abc')).toBe('abc')
  expect(contentOf('ab \n', [2])).toBe('ab \n')
})

test('blocks of text, of which the marked ones are to be cached', () => {
  const cached = (text: string): object => ({ type: 'text', text, cache_control: { type: 'ephemeral' } })
  const plain = (text: string): object => ({ type: 'text', text })
  expect(contentOf('abcdef', [1, 2, 3, 4, 5])).toEqual([
    cached('a'),
    plain('b'),
    cached('c'),
    cached('d'),
    cached('e'),
    plain('f'),
  ])
})
