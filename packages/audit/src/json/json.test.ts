import { expect, test } from 'vitest'
import { canonicalJson } from './canonical.ts'
import { isTooDeep } from './parse.ts'

test('canonical JSON sorts keys by code units and prints numbers as JavaScript does', () => {
  expect(canonicalJson({ b: [1.0, null, 'é"'], a: { '€': 1e-7, Z: true } })).toBe(
    '{"a":{"Z":true,"€":1e-7},"b":[1,null,"é\\""]}',
  )
})

test('nesting is measured without a stack', () => {
  expect(isTooDeep(JSON.parse(`${'['.repeat(10_000)}${']'.repeat(10_000)}`))).toBe(true)
  expect(isTooDeep(JSON.parse(`${'['.repeat(100)}${']'.repeat(100)}`))).toBe(false)
})
