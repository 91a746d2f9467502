import type { JsonValue } from '@skill-state/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parsePointer, pointerStep, resolvePointer } from './pointer.ts'

it('law: the keys of a pointer are those that it was made of', () => {
  const keys = fc.array(fc.string({ unit: fc.constantFrom('a', '~', '/', '0', '1', '*', '') }), {
    maxLength: 4,
  })
  const law = fc.property(keys, (path) => {
    expect(parsePointer(path.map(pointerStep).join(''))).toEqual(path)
  })
  fc.assert(law, { numRuns: 200 })
})

it.each(['a', 'a/b', '#', '#/a', '/~', '/~2', '/a~', '/~~0', ' /a'])('knows no pointer in %j', (text) => {
  expect(parsePointer(text)).toBeUndefined()
})

it('reads pointers of any length', () => {
  expect(parsePointer(`/${'a'.repeat(6_000_000)}`)).toHaveLength(1)
  expect(parsePointer('/~1'.repeat(2_000_000))).toHaveLength(2_000_000)
  expect(parsePointer(`${'/a'.repeat(2_000_000)}~`)).toBeUndefined()
})

describe('resolvePointer', () => {
  const root = { a: [{ b: 1 }, [2]], 'x/y~': 3, '': { '': 4 }, length: 5, '~2': 6 }
  it.each<[string, JsonValue | undefined]>([
    ['', root],
    ['/a/0/b', 1],
    ['/a/1/0', 2],
    ['/x~1y~0', 3],
    ['//', 4],
    ['/length', 5],
    ['/~2', 6],
    ['/a/length', undefined],
    ['/a/00', undefined],
    ['/a/-1', undefined],
    ['/a/2', undefined],
    ['/constructor', undefined],
    ['/__proto__', undefined],
    ['/length/0', undefined],
    ['/x~1y~0/a', undefined],
  ])('%j', (pointer, value) => {
    expect(resolvePointer(root, pointer)).toEqual(value)
  })
})
