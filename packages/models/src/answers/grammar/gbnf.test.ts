import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accepts } from '../../../test/accepts.ts'
import { gbnfMatcher } from '../../../test/gbnf-matcher.ts'
import { sampleOf } from '../../../test/gbnf-sample.ts'
import { anySchema, valueFor } from '../../../test/random-schemas.ts'
import { lowerSchema } from '../lower-schema.ts'
import type { GrammarOptions } from './gbnf.ts'

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
      { numRuns: 500, seed: 13 },
    )
    expect(count).toBeGreaterThan(150)
  })

  const closed = (properties: JsonObject): JsonObject => ({
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  })
  const matches = (schema: JsonObject, options?: GrammarOptions): ((text: string) => boolean) =>
    gbnfMatcher(grammarOf(schema, options) ?? '')

  it('allows one space after a colon and a comma, and no other white space', () => {
    const takes = matches(closed({ a: { type: 'array', items: { type: 'boolean' } }, b: { type: 'null' } }))
    expect(takes('{"a":[true,false],"b":null}')).toBe(true)
    expect(takes('{"a": [true, false], "b": null}')).toBe(true)
    for (const text of [
      '{"a":  [], "b":null}',
      '{ "a":[],"b":null}',
      '{"a":[],"b":null}\n',
      '{"a":[] ,"b":null}',
    ]) {
      expect(takes(text), text).toBe(false)
    }
  })

  it('closes a text that the schema leaves open', () => {
    const answer = (length: number): string => JSON.stringify({ reasoning: 'é'.repeat(length), action: '' })
    const schema = closed({ reasoning: { type: 'string' }, action: { type: 'string' } })
    expect([8000, 8001].map((length) => matches(schema)(answer(length)))).toEqual([true, false])
    const short = matches(schema, { longestText: 20 })
    expect([0, 20, 21].map((length) => short(answer(length)))).toEqual([true, true, false])
  })

  it.each([1, 1024, 1025, 2048, 3000, 5000])('counts to %i, which llama.cpp may not at once', (bound) => {
    const most = matches(closed({ a: { type: 'string', maxLength: bound } }))
    const least = matches(closed({ a: { type: 'string', minLength: bound } }), { longestText: 1 })
    const exact = matches(
      closed({ a: { type: 'array', items: { const: 1 }, minItems: bound, maxItems: bound } }),
    )
    const around = [bound - 1, bound, bound + 1]
    const texts = around.map((length) => JSON.stringify({ a: 'x'.repeat(length) }))
    expect(texts.map(most)).toEqual([true, true, false])
    expect(texts.map(least)).toEqual([false, true, false])
    expect(around.map((length) => exact(JSON.stringify({ a: Array(length).fill(1) })))).toEqual([
      false,
      true,
      false,
    ])
  })

  it('tells a free key from the named ones, however it is spelled', () => {
    const takes = matches({
      ...closed({ ab: { type: 'null' } }),
      required: [],
      additionalProperties: { const: 1 },
    })
    for (const text of ['{"ab":null,"a":1}', '{"abc":1}', '{"":1,"b":1}', '{"a\\n":1}', '{"é":1}']) {
      expect(takes(text), text).toBe(true)
    }
    for (const text of ['{"ab":1}', '{"\\u0061b":1}', '{"a\\u0062":1}', '{"x":1,"ab":null}']) {
      expect(takes(text), text).toBe(false)
    }
  })

  it('counts a character as one, also beyond the first plane, and takes no half of one', () => {
    const takes = matches(closed({ a: { type: 'string', minLength: 2, maxLength: 2 } }))
    for (const text of ['{"a":"😀é"}', '{"a":"\\n\\u00e9"}', '{"a":"\\/\\\\"}'])
      expect(takes(text), text).toBe(true)
    for (const text of ['{"a":"😀"}', '{"a":"\\ud83d\\ude00"}', '{"a":"a\u0001"}'])
      expect(takes(text), text).toBe(false)
  })

  it('keeps to patterns of keys', () => {
    const pattern = '^shelf_(0|[1-9][0-9]*)$'
    const item = { type: ['string', 'null'], minLength: 1 }
    const takes = matches({
      type: 'object',
      patternProperties: { [pattern]: item },
      additionalProperties: { type: 'null' },
    })
    expect(takes('{"shelf_10":"item_3","shelf_0":null,"other":null}')).toBe(true)
    for (const text of ['{"shelf_01":"item_3"}', '{"shelf_1":""}', '{"other":"item_3"}'])
      expect(takes(text), text).toBe(false)
  })

  it.each<[string, string[], string[]]>([
    ['^a+b?$', ['a', 'aab'], ['', 'b', 'abb']],
    ['^(?:x|y\\.z){2}$', ['xx', 'xy.z'], ['x', 'xyz']],
    ['^[A-C_-]{1,2}\\d$', ['A1', '_-9'], ['D1', 'ABC1']],
    ['^[\\w.]*$', ['', 'a.b_C1'], ['a-b']],
    ['^é/$', ['é/'], ['e/']],
  ])('translates the pattern %s', (pattern, good, bad) => {
    const takes = matches(closed({ a: { type: 'string', pattern } }))
    for (const text of good) expect(takes(JSON.stringify({ a: text })), text).toBe(true)
    for (const text of bad) expect(takes(JSON.stringify({ a: text })), text).toBe(false)
  })

  it.each([
    'a',
    '^a',
    '^a|b$',
    '^.$',
    '^[^a]$',
    '^(?=a)a$',
    '^(a)\\1$',
    '^\\s$',
    '^a*?$',
    '^["]$',
    '^[ -z]$',
    '^a{2000}$',
    '^($',
  ])('leaves the pattern %s alone', (pattern) => {
    expect(grammarOf(closed({ a: { type: 'string', pattern } }))).toBeUndefined()
  })

  it('gives names of its own to rules, whatever the keys are called', () => {
    const names = ['text', 'any', 'root', 'space', 'number', 'a b', 'a-b', 'ä', '__proto__']
    const schema = closed(Object.fromEntries(names.map((name) => [name, {}])))
    const value = Object.fromEntries(names.map((name): [string, JsonValue] => [name, { x: [1, 'y'] }]))
    expect(matches(schema)(JSON.stringify(value))).toBe(true)
  })
})
