import type { JsonObject } from '@skill-state/protocol'
import { describe, expect, it } from 'vitest'
import { answerSchemas } from './_answer-schemas.ts'
import { dialects } from './dialect.ts'
import { enforcement } from './enforcement.ts'
import { lowerSchema } from './lower-schema.ts'

function judged(schema: JsonObject): Record<string, string> {
  const rows = dialects.map((dialect) => {
    const judgement = enforcement(schema, dialect)
    if (judgement.enforced) return [dialect, 'held']
    const [first, ...more] = judgement.reasons.map(({ path, message }) => `${path}: ${message}`)
    return [dialect, more.length > 0 ? `${first} (and ${more.length} more)` : first]
  })
  return Object.fromEntries(rows)
}

describe('which dialect holds a model to which encoding of a patch', () => {
  it.each(Object.entries(answerSchemas))('%s', (_name, schema) => {
    expect(judged(schema)).toMatchSnapshot()
  })

  it.each(Object.entries(answerSchemas))('%s: with the reasoning first', (_name, schema) => {
    for (const dialect of dialects) {
      const lowered = lowerSchema(schema, dialect)
      if (!lowered.ok) continue
      const { schema: written, grammar } = lowered.value
      if (written) expect(Object.keys(written.properties ?? {})[0]).toBe('reasoning')
      else expect(grammar).toContain('reasoning ::= "\\"reasoning\\"" ":" space text')
    }
  })
})
