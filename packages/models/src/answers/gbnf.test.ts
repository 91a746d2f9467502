import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accepts } from './_accepts.ts'
import { gbnfMatcher } from './_gbnf-matcher.ts'
import { sampleOf } from './_gbnf-sample.ts'
import { anySchema, valueFor } from './_random-schemas.ts'
import type { GrammarOptions } from './gbnf.ts'
import { lowerSchema } from './lower-schema.ts'

function grammarOf(schema: JsonObject, options?: GrammarOptions): string | undefined {
  const lowered = lowerSchema(schema, 'gbnf', options)
  return lowered.ok ? lowered.value.grammar : undefined
}

/** The value with its keys in every order: which one a grammar takes depends on the alternative that holds. */
function* orders(value: JsonValue): Generator<JsonValue, undefined> {
  if (!isJsonObject(value)) return yield value
  const keys = Object.keys(value)
  if (keys.length === 0) yield value
  for (const key of keys) {
    const { [key]: own = null, ...others } = value
    for (const rest of orders(others)) {
      for (const first of orders(own)) yield Object.fromEntries([[key, first], ...Object.entries(rest ?? {})])
    }
  }
}

describe('the grammar of a schema', () => {
  it('takes exactly the valid values, as JSON.stringify writes them', () => {
    let taken = 0
    let refused = 0
    const cases = anySchema.chain((schema) =>
      fc.tuple(fc.constant(schema), fc.array(valueFor(schema), { maxLength: 6 })),
    )
    fc.assert(
      fc.property(cases, ([schema, values]) => {
        const grammar = grammarOf(schema)
        if (grammar === undefined) return
        const matches = gbnfMatcher(grammar)
        for (const value of values) {
          const isValid = accepts(schema, value)
          if (isValid) taken += 1
          else refused += 1
          const isTaken =
            matches(JSON.stringify(value)) ||
            (isValid && [...orders(value)].some((each) => matches(JSON.stringify(each))))
          expect(isTaken).toBe(isValid)
        }
      }),
      { numRuns: 600, seed: 11 },
    )
    expect(Math.min(taken, refused)).toBeGreaterThan(100)
  })

  it('gives nothing but valid values', () => {
    let count = 0
    const choices = fc.array(fc.nat(), { minLength: 10, maxLength: 60 })
    fc.assert(
      fc.property(anySchema, choices, (schema, numbers) => {
        const grammar = grammarOf(schema)
        if (grammar === undefined) return
        let at = 0
        const text = sampleOf(grammar, (below) => (numbers[at++ % numbers.length] ?? 0) % below)
        count += 1
        expect(gbnfMatcher(grammar)(text)).toBe(true)
        expect(accepts(schema, JSON.parse(text) as JsonValue)).toBe(true)
      }),
      { numRuns: 1500, seed: 13 },
    )
    expect(count).toBeGreaterThan(300)
  })
})
