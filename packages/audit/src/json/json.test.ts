import { expect, test } from 'vitest'
import { canonicalJson } from './canonical.ts'
import { parseLoosely, shallow } from './parse.ts'

test('canonical JSON sorts keys by code units and prints numbers as JavaScript does', () => {
  expect(canonicalJson({ b: [1.0, null, 'é"'], a: { '€': 1e-7, Z: true } })).toBe(
    '{"a":{"Z":true,"€":1e-7},"b":[1,null,"é\\""]}',
  )
})

test('deep nesting is cut without a stack', () => {
  const nested = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`)
  expect(JSON.stringify(shallow(nested(10_000)))).toMatch(/^\[{200}"\(nested too deep\)"\]{200}$/)
  expect(shallow(nested(100))).toEqual(nested(100))
})

test('numbers that JSON lacks are read as texts, and nothing else is', () => {
  const text = '{"a": NaN, "b": [-Infinity, "NaN \\" NaN"], "NaN": 1}'
  expect(parseLoosely(text)).toEqual({ a: 'NaN', b: ['-Infinity', 'NaN " NaN'], NaN: 1 })
  for (const wrong of ['{"a": NaNs}', '{"a": "NaN', 'NaN NaN']) expect(() => parseLoosely(wrong)).toThrow()
})
