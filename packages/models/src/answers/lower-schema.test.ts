import type { JsonObject, JsonValue } from '@skill-state/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accepts } from '../../test/accepts.ts'
import { answerSchemas } from '../../test/answer-schemas.ts'
import { anySchema, valueFor } from '../../test/random-schemas.ts'
import { type Dialect, dialects } from './dialect.ts'
import { enforcement, lowerSchema } from './lower-schema.ts'

const text = { type: 'string' }
const closed = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
  ...more,
})

function written(schema: JsonObject, dialect: Dialect): JsonObject | undefined {
  const lowered = lowerSchema(schema, dialect)
  return lowered.ok ? lowered.value.schema : undefined
}

function issues(schema: JsonObject, dialect: Dialect): readonly string[] {
  const lowered = lowerSchema(schema, dialect)
  return lowered.ok ? [] : lowered.issues.map(({ path, message }) => `${path}: ${message}`)
}

describe('a schema in another dialect', () => {
  it.each(['openai-strict', 'anthropic', 'gemini', 'xgrammar', 'ollama'] as const)(
    'accepts in %s what it accepted before',
    (dialect) => {
      let count = 0
      const cases = anySchema.chain((schema) =>
        fc.tuple(fc.constant(schema), fc.array(valueFor(schema), { maxLength: 8 })),
      )
      fc.assert(
        fc.property(cases, ([schema, values]) => {
          const lowered = written(schema, dialect)
          if (!lowered) return
          count += 1
          for (const value of values) expect(accepts(lowered, value)).toBe(accepts(schema, value))
        }),
        { numRuns: 800, seed: 7 },
      )
      expect(count).toBeGreaterThan(50)
    },
  )

  it('keeps the order of keys and the descriptions, and drops what only annotates', () => {
    const schema = closed(
      {
        reasoning: { type: 'string', title: 'Why', default: '', description: 'Think first' },
        action: { type: 'string', format: 'uri', 'x-merge': 'once', examples: ['Wait'] },
      },
      { $schema: 'https://json-schema.org/draft/2020-12/schema', $comment: 'an answer' },
    )
    const lowered = written(schema, 'openai-strict')
    expect(JSON.stringify(lowered)).toBe(
      JSON.stringify({
        type: 'object',
        properties: { reasoning: { type: 'string', description: 'Think first' }, action: text },
        required: ['reasoning', 'action'],
        additionalProperties: false,
      }),
    )
  })

  it.each<[string, JsonObject, JsonObject]>([
    ['a constant', { const: 'on' }, { type: 'string', enum: ['on'] }],
    [
      'an object as a constant',
      { const: { keep: true } },
      closed({ keep: { type: 'boolean', enum: [true] } }),
    ],
    ['several types', { type: ['string', 'null'] }, { anyOf: [text, { type: 'null' }] }],
    [
      'values of several types',
      { enum: ['a', 1, null] },
      { anyOf: [{ type: 'string', enum: ['a'] }, { type: 'number', enum: [1] }, { type: 'null' }] },
    ],
    ['both booleans', { enum: [true, false] }, { type: 'boolean' }],
    [
      'alternatives that exclude each other',
      { oneOf: [text, { type: 'integer' }] },
      { anyOf: [text, { type: 'integer' }] },
    ],
    ['what no value passes', { anyOf: [text, false, { not: {} }] }, text],
    [
      'an intersection',
      { allOf: [closed({ a: text }), { properties: { a: { enum: ['x', 1] } } }] },
      closed({ a: { type: 'string', enum: ['x'] } }),
    ],
    [
      'limits of integers',
      { type: 'integer', exclusiveMinimum: 0.5, maximum: 9.5 },
      { type: 'integer', minimum: 1, maximum: 9 },
    ],
    [
      'names from a list',
      {
        type: 'object',
        propertyNames: { enum: ['a', 'b'] },
        required: ['a', 'b'],
        additionalProperties: text,
      },
      closed({ a: text, b: text }),
    ],
  ])('says %s in other words for strict mode', (_, value, expected) => {
    expect(written(closed({ value }), 'openai-strict')).toEqual(closed({ value: expected }))
  })

  it('holds definitions under names of its own', () => {
    const node = closed({ next: { anyOf: [{ $ref: '#/$defs/a~1b' }, { type: 'null' }] } })
    expect(
      written({ ...closed({ top: { $ref: '#/$defs/a~1b' } }), $defs: { 'a/b': node } }, 'openai-strict'),
    ).toEqual({
      ...closed({ top: { $ref: '#/$defs/a-1b' } }),
      $defs: { 'a-1b': closed({ next: { anyOf: [{ $ref: '#/$defs/a-1b' }, { type: 'null' }] } }) },
    })
  })
})

const levels = (count: number): JsonObject => (count === 0 ? text : closed({ a: levels(count - 1) }))
const many = (count: number, value: JsonValue = text): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, value]))

describe('what a dialect cannot express', () => {
  it.each<[Dialect, JsonObject, string]>([
    [
      'openai-strict',
      closed({ a: text }, { required: [] }),
      '/properties/a: OpenAI\'s strict mode demands every key, and "a" may be left out',
    ],
    [
      'openai-strict',
      closed({ a: { type: 'object', additionalProperties: text } }),
      "/properties/a/additionalProperties: OpenAI's strict mode demands objects without further keys (additionalProperties: false)",
    ],
    [
      'openai-strict',
      closed({ a: { type: 'string', maxLength: 3 } }),
      "/properties/a/maxLength: OpenAI's strict mode does not keep to maxLength of strings",
    ],
    ['openai-strict', closed({ a: {} }), "/properties/a: OpenAI's strict mode cannot allow just any value"],
    [
      'openai-strict',
      closed({ a: { type: 'string', pattern: 'x' } }),
      "/properties/a/pattern: OpenAI's strict mode takes patterns from ^ to $ without alternatives, looking round and references",
    ],
    [
      'openai-strict',
      closed({ a: { anyOf: [closed({ x: text }), closed({ x: { type: 'integer' } })] } }),
      '/properties/a: OpenAI\'s strict mode tells the objects of a union apart by their first key, and "x" is the first of two',
    ],
    [
      'openai-strict',
      levels(11),
      "/properties/a/properties/a/properties/a/properties/a/properties/a/properties/a/properties/a/properties/a/properties/a/properties/a: OpenAI's strict mode goes at most 10 levels deep",
    ],
    ['openai-strict', closed(many(5001)), ": OpenAI's strict mode takes 5000 keys, not 5001"],
    [
      'openai-strict',
      closed({ a: { enum: Object.keys(many(1001)) } }),
      ": OpenAI's strict mode takes 1000 listed values, not 1001",
    ],
    [
      'openai-strict',
      closed({ a: { enum: Object.keys(many(251)).map((key) => key.padEnd(60)) } }),
      "/properties/a: OpenAI's strict mode takes 15000 characters in a list of more than 250 values",
    ],
    [
      'openai-strict',
      closed({ ['a'.repeat(120_001)]: text }),
      ": OpenAI's strict mode takes 120000 characters of names and listed values, not 120001",
    ],
    ['openai-strict', { type: 'string' }, ": OpenAI's strict mode needs an object at the root"],
    [
      'openai-strict',
      { anyOf: [closed({ a: text }), closed({ b: text })] },
      ": OpenAI's strict mode needs an object at the root",
    ],
    [
      'anthropic',
      closed(many(25), { required: [] }),
      ": Anthropic's structured output takes 24 keys that may be left out, not 25",
    ],
    [
      'anthropic',
      closed(many(17, { type: ['string', 'null'] })),
      ": Anthropic's structured output takes 16 unions, not 17",
    ],
    [
      'anthropic',
      closed({ a: { type: 'array', items: text, minItems: 2 } }),
      "/properties/a/minItems: Anthropic's structured output takes minItems of at most 1",
    ],
    [
      'anthropic',
      closed({ a: { type: 'integer', minimum: 0 } }),
      "/properties/a/minimum: Anthropic's structured output does not keep to minimum of integers",
    ],
    [
      'anthropic',
      {
        ...closed({ a: { $ref: '#/$defs/n' } }),
        $defs: { n: closed({ n: { $ref: '#/$defs/n' } }, { required: [] }) },
      },
      "/$defs/n: Anthropic's structured output takes no definition that refers to itself",
    ],
    ['gemini', closed({ a: { const: true } }), "/properties/a: Gemini's structured output lists no booleans"],
    [
      'gemini',
      closed({ a: { type: 'string', minLength: 1 } }),
      "/properties/a/minLength: Gemini's structured output does not keep to minLength of strings",
    ],
    [
      'xgrammar',
      closed({ a: { type: 'number', minimum: 0 } }),
      '/properties/a/minimum: xgrammar does not keep to minimum of numbers',
    ],
    [
      'xgrammar',
      closed({ a: { type: 'string', pattern: '^a$', minLength: 1 } }),
      '/properties/a: xgrammar takes a pattern or lengths for a string, not both',
    ],
    [
      'ollama',
      closed({ a: { type: 'array', prefixItems: [text] } }),
      "/properties/a/prefixItems: llama.cpp's converter in Ollama does not keep to prefixItems of arrays",
    ],
    [
      'ollama',
      closed({ a: { type: 'string', maxLength: 2000 } }),
      "/properties/a/maxLength: llama.cpp's converter in Ollama counts to 1999 at most",
    ],
    [
      'gbnf',
      closed({ a: { type: 'number', maximum: 1 } }),
      '/properties/a: a grammar cannot hold a reply to this: it bounds numbers that are no integers, other than by minimum 0',
    ],
    [
      'gbnf',
      closed({ a: { type: 'integer', multipleOf: 2 } }),
      '/properties/a/multipleOf: a grammar cannot hold a reply to this: it demands multiples',
    ],
    [
      'gbnf',
      closed({ a: { type: 'integer', minimum: 1e16 } }),
      '/properties/a: a grammar cannot hold a reply to this: it demands integers of more than 15 digits',
    ],
    [
      'gbnf',
      closed({ a: { type: 'string', pattern: 'a' } }),
      '/properties/a/pattern: a grammar cannot hold a reply to this: it has a pattern that is not a simple one from ^ to $',
    ],
    ['tool', closed({}), ': a tool without strict mode guides a model, and holds it to nothing'],
    ['none', closed({}), ': this model is sent no schema'],
  ])('%s: %#', (dialect, schema, issue) => {
    expect(issues(schema, dialect)).toContain(issue)
  })

  it.each<[JsonObject, string]>([
    [
      closed({ a: { type: 'array', uniqueItems: true } }),
      '/properties/a/uniqueItems: is kept to by no engine',
    ],
    [closed({ a: { not: text } }), '/properties/a/not: is kept to by no engine'],
    [
      closed({ a: { type: 'object', minProperties: 1 } }),
      '/properties/a/minProperties: is kept to by no engine',
    ],
    [closed({}, { dependentRequired: { a: ['b'] } }), '/dependentRequired: is kept to by no engine'],
    [closed({}, { if: { required: ['a'] }, else: false }), '/if: is kept to by no engine'],
    [
      closed({ a: { oneOf: [text, { const: 'x' }] } }),
      '/properties/a/oneOf: has alternatives that may hold at once; anyOf would allow that',
    ],
    [
      closed({ a: { $ref: '#/$defs/none' } }),
      '/properties/a/$ref: leads to nothing in this schema: "#/$defs/none"',
    ],
    [
      closed({ a: { $ref: 'https://example.org/a' } }),
      '/properties/a/$ref: leads to nothing in this schema: "https://example.org/a"',
    ],
    [closed({ a: { type: 'text' } }), '/properties/a/type: is not a type: "text"'],
    [closed({ a: 3 as never }), '/properties/a: is not a schema'],
    [
      { ...closed({ a: { $ref: '#/$defs/a' } }), $defs: { a: { anyOf: [{ $ref: '#/$defs/a' }, text] } } },
      '/$defs/a: refers to itself without end',
    ],
    [
      { ...closed({ a: { $ref: '#/$defs/a' } }), $defs: { a: closed({ a: { $ref: '#/$defs/a' } }) } },
      '/$defs/a: has itself in every value, so that none ends',
    ],
  ])('any dialect: %#', (schema, issue) => {
    for (const dialect of ['openai-strict', 'anthropic', 'gemini', 'xgrammar', 'ollama', 'gbnf'] as const) {
      expect(issues(schema, dialect)).toContain(issue)
    }
  })

  it('keeps a maximum of 0, and leaves out bounds that say nothing', () => {
    const schema = closed({
      a: { type: 'string', minLength: 0, maxLength: 0 },
      b: { type: 'array', items: text, minItems: 0, maxItems: 0 },
    })
    const lowered = lowerSchema(schema, 'ollama')
    expect(lowered).toMatchObject({
      value: { schema: { properties: { a: { maxLength: 0 }, b: { maxItems: 0 } } } },
    })
    expect(JSON.stringify(lowered)).not.toContain('min')
  })

  it('names every place', () => {
    const schema = closed({ a: { type: 'string', maxLength: 1 }, b: { type: 'string', minLength: 1 } })
    expect(issues(schema, 'openai-strict')).toHaveLength(2)
  })
})

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
