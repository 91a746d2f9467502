import { expect, test } from 'vitest'
import type { EpisodeRow } from '../../manifest/manifest.ts'
import { nextSort, sortRows } from './columns.ts'
import { facetValues, filterRows, formatQuery, parseQuery } from './query.ts'

function row(task: string, more: Partial<EpisodeRow> = {}): EpisodeRow {
  return {
    run: 'scaling',
    file: `episodes/b/${task}.jsonl`,
    bytes: 1,
    status: 'terminated',
    benchmark: 'warehouse@1',
    task,
    runtime: 'prompt',
    model: 'reference',
    steps: 10,
    calls: 10,
    rejections: 0,
    fallbacks: 0,
    ...more,
  }
}

const rows = [
  row('a', { score: 0.5 }),
  row('b', { score: 1, runtime: 'skill-state' }),
  row('c', { status: 'failed', reason: 'model-failed: 503' }),
  row('d', { score: 0, variant: 'noise 20' }),
]
const tasks = (found: readonly EpisodeRow[]): string[] => found.map(({ task }) => task)

test.for([
  ['', ['a', 'b', 'c', 'd']],
  ['q=SKILL', ['b']],
  ['q=noise+warehouse', ['d']],
  ['q=503', ['c']],
  ['status=failed', ['c']],
  ['variant=', ['a', 'b', 'c']],
] as const)('the query "%s" chooses %j', ([query, expected]) => {
  expect(tasks(filterRows(rows, parseQuery(query)))).toEqual(expected)
})

test('a query survives its address', () => {
  const text = 'q=a+b&runtime=prompt&sort=-score'
  expect(formatQuery(parseQuery(text))).toBe(text)
})

test('rows without a value come last in either order', () => {
  expect(tasks(sortRows(rows, 'score'))).toEqual(['d', 'a', 'b', 'c'])
  expect(tasks(sortRows(rows, '-score'))).toEqual(['b', 'a', 'd', 'c'])
  expect(sortRows(rows, 'no such column')).toBe(rows)
})

test('clicks on a head ask for ascending, descending, and the order of the files', () => {
  const first = nextSort('task', 'score')
  const second = nextSort(first, 'score')
  expect([first, second, nextSort(second, 'score')]).toEqual(['score', '-score', ''])
})

test('a facet names each value once', () => {
  expect(facetValues(rows, 'runtime')).toEqual(['prompt', 'skill-state'])
  expect(facetValues(rows, 'variant')).toEqual(['', 'noise 20'])
})
