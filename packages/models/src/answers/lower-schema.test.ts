import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accepts } from './_accepts.ts'
import { anySchema, valueFor } from './_random-schemas.ts'
import type { Dialect } from './dialect.ts'
import { lowerSchema } from './lower-schema.ts'

const jsonDialects: readonly Dialect[] = ['openai-strict', 'anthropic', 'gemini', 'xgrammar', 'ollama']

describe('a schema in another dialect', () => {
  it.each(jsonDialects)('accepts in %s what it accepted before', (dialect) => {
    let count = 0
    const cases = anySchema.chain((schema) =>
      fc.tuple(fc.constant(schema), fc.array(valueFor(schema), { maxLength: 8 })),
    )
    fc.assert(
      fc.property(cases, ([schema, values]) => {
        const lowered = lowerSchema(schema, dialect)
        if (!lowered.ok || !lowered.value.schema) return
        const written = lowered.value.schema
        count += 1
        for (const value of values) expect(accepts(written, value)).toBe(accepts(schema, value))
      }),
      { numRuns: 3000, seed: 7 },
    )
    expect(count).toBeGreaterThan(100)
  })
})
