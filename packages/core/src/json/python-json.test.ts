import { readFileSync } from 'node:fs'
import type { JsonValue } from '@skill-state/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compact, dumps, onOneLine } from './python-json.ts'

interface Case {
  readonly text: string
  readonly plain: string
  readonly compact: string
  readonly indent0: string
  readonly indent2: string
}

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../test/golden/${name}.json`, import.meta.url), 'utf8'))

describe('dumps gives what json.dumps gives', () => {
  it.each(read('dumps') as Case[])('$text', (golden) => {
    const value = JSON.parse(golden.text)
    expect(dumps(value)).toBe(golden.plain)
    expect(onOneLine(value, ',', ':')).toBe(golden.compact)
    expect(dumps(value, { indent: 0 })).toBe(golden.indent0)
    expect(dumps(value, { indent: 2 })).toBe(golden.indent2)
  })
})

describe('where JavaScript knows less than Python', () => {
  it('prints a float without a fraction as an integer', () => {
    expect(dumps(JSON.parse('[1.0, -0.0, 1e16]'))).toBe('[1, 0, 10000000000000000]')
  })
  it('has integer-like keys first', () => {
    expect(dumps(JSON.parse('{"b": 1, "7": 2}'))).toBe('{"7": 2, "b": 1}')
  })
})

it('writes any JSON on one line alike, by the shorter way and by the longer one', () => {
  const number = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc
      .tuple(fc.nat(10_000), fc.integer({ min: -30, max: 30 }))
      .map(([digits, power]) => digits * 10 ** power),
  )
  const value = fc.oneof(
    fc.jsonValue() as fc.Arbitrary<JsonValue>,
    fc.dictionary(fc.string({ unit: 'binary' }), fc.array(fc.oneof(number, fc.string({ unit: 'binary' })))),
  )
  fc.assert(
    fc.property(value, (json) => {
      expect(compact(json)).toBe(onOneLine(json, ',', ':'))
    }),
    { numRuns: 3_000 },
  )
})
