import { expect, test } from 'vitest'
import { canonicalJson } from './canonical.ts'
import { leavesOf } from './leaves.ts'
import { isTooDeep, parseStructure } from './parse.ts'

test('canonical JSON sorts keys by code units and prints numbers as JavaScript does', () => {
  expect(canonicalJson({ b: [1.0, null, 'é"'], a: { '€': 1e-7, Z: true } })).toBe(
    '{"a":{"Z":true,"€":1e-7},"b":[1,null,"é\\""]}',
  )
})

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

test('nesting is measured without a stack', () => {
  expect(isTooDeep(JSON.parse(`${'['.repeat(10_000)}${']'.repeat(10_000)}`))).toBe(true)
  expect(isTooDeep(JSON.parse(`${'['.repeat(100)}${']'.repeat(100)}`))).toBe(false)
})
