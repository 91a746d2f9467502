import { expect, test } from 'vitest'
import { leavesOf, parseStructure } from './material.ts'

test('leaves have paths without indices, and maps have no keys in their paths', () => {
  const value = { rows: [{ k1234: { v: 'x' } }], n: 54.1, on: true, off: null }
  expect(leavesOf(value).filter(({ isKey }) => !isKey)).toEqual([
    { path: '$.rows[]{}.v', text: 'x', isKey: false },
    { path: '$.n', text: '54.1', isKey: false },
  ])
  expect(leavesOf(value).find(({ text }) => text === 'k1234')?.path).toBe('$.rows[]{key}')
})

test('an object with more than 20 keys is a map', () => {
  const wide = Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`k${at}`, 'leaf']))
  expect(new Set(leavesOf(wide).map(({ path }) => path.slice(1)))).toEqual(new Set(['{key}', '{}']))
  const { k20: _, ...narrow } = wide
  expect(leavesOf(narrow).map(({ path }) => path)).toContain('$.k0')
})

test('only objects and arrays in strict JSON are structures', () => {
  for (const text of ['12', '"a"', 'null', '[NaN]', '{"not json', 'text']) {
    expect(parseStructure(text)).toBeUndefined()
  }
  expect(parseStructure(' [1]')).toEqual([1])
})

test('a value of any depth is read without a fault, down to a thousand levels', () => {
  const deep = JSON.parse(`{"top":"text","below":${'['.repeat(20_000)}"lost"${']'.repeat(20_000)}}`)
  expect(leavesOf(deep).filter(({ isKey }) => !isKey)).toEqual([
    { path: '$.top', text: 'text', isKey: false },
  ])
})
