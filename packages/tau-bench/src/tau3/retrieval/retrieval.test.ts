import { describe, expect, test } from 'vitest'
import { args, writeData } from '../../../test/tau3/small-data.ts'
import { loadTau3 } from '../load.ts'
import { bm25Search } from './bm25.ts'
import { countMatches } from './count-matches.ts'

/** How often a pattern is found in a text, as `len(re.findall(pattern, text, re.IGNORECASE))`. */
const count = (pattern: string, content: string): number =>
  countMatches([{ id: 'd', title: 't', content }], pattern)[0]?.[1] ?? 0

describe('patterns count as in Python', () => {
  test.each([
    ['FEE', 'a fee, Fees', 2],
    ['(?P<a>fe)(?P=a)', 'fefe', 1],
    ['(fe)\\1', 'fefe fe', 1],
    ['\\Aa', 'aba', 1],
    ['a\\Z', 'aba', 1],
    ['^a', 'a\na', 1],
    ['(?m)^a', 'a\na', 2],
    ['b$', 'b\n', 1],
    ['(?s)a.b', 'a\nb', 1],
    ['(?x) a  b # c', 'ab', 1],
    ['a{,2}', 'aaa', 3],
    ['a{2', 'a{2', 1],
    ['a++b', 'aab', 1],
    ['(?>a+)ab', 'aaab', 0],
    ['a*', 'baa', 3],
    ['|a', 'ba', 4],
    ['x*?a', 'a', 1],
    ['\\d+', '12 ٣', 2],
    ['[^\\W\\d]+', 'é1b', 2],
    ['\\bé\\b', 'é é', 2],
    ['[a\\-z]', 'a-z b', 3],
    ['[]a]', ']a', 2],
    ['\\N{DOLLAR SIGN}\\d', '$5', 1],
    ['\\u0061\\x62', 'ab', 1],
    ['(?<=a)b', 'ab b', 1],
    ['İ', 'i', 1],
    ['K', '\u212a', 1],
    ['(?#note)a', 'a', 1],
    ['(?i:a)b', 'AB', 1],
  ])('%s in %j: %i', (pattern, text, times) => {
    expect(count(pattern, text)).toBe(times)
  })
})

test.each([
  '[',
  '*',
  'a**',
  '(?<x>a)',
  '(?<=a+)b',
  '\\z',
  'a\\',
  '[z-a]',
  ')',
  '(',
  'a{3,1}',
  '\\2',
  '(?P=q)',
  'b(?i)',
])('%s, which Python refuses, is searched as text', (pattern) => {
  expect(count(pattern, `x ${pattern} y ${pattern}`)).toBe(2)
})

test('BM25 ranks rare words higher, keeps ties in order, and lists zero scores', () => {
  const rank = bm25Search(
    ['the fee', 'the card', 'the fee fee', 'the', 'a'].map((content, index) => ({
      id: `${index}`,
      title: '',
      content,
    })),
  )
  expect(rank('FEE').map(([{ id }]) => id)).toEqual(['2', '0', '1', '3', '4'])
  expect(rank('nothing').map(([{ id }, score]) => [id, score])).toEqual([
    ['0', 0],
    ['1', 0],
    ['2', 0],
    ['3', 0],
    ['4', 0],
  ])
  expect(rank(' \u001c\u0085 ')).toEqual([])
})

test('searches answer as the official tools do, and only those of the variant are there', () => {
  const domain = loadTau3(writeData(), 'banking_knowledge', { variant: 'bm25_grep' })
  const [task] = domain.tasks
  if (task === undefined) throw new Error('no task')
  const world = domain.open(task)
  const call = (name: string, object: object) => world.call('assistant', name, args(object)).content
  expect(call('KB_search', { query: 'freeze' })).toMatch(
    /^1\. Freezing\n {3}ID: doc_1\n {3}Score: 0\.\d{4}\n {3}Content: Unlock/,
  )
  expect(call('KB_search', { query: ' ' })).toBe(
    'No relevant documents found.\n\n[Timing: retrieval=0ms, total=0ms]',
  )
  expect(call('grep', { pattern: 'check' })).toContain('1. Checks\n   ID: doc_3\n   Score: 2.0000')
  expect(call('grep', { pattern: 'zebra' })).toBe('No matches found for pattern: zebra')
  expect(call('KB_search', { query: 5n })).toBe("Error: 'int' object has no attribute 'strip'")
  expect(call('KB_search_bm25', { query: 'x' })).toBe("Error: Tool 'KB_search_bm25' not found.")
})
