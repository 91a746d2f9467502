import type { JsonObject } from '@skill-state/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { anyPatch, anyState } from '../../test/any-state.ts'
import { fuzzRuns } from '../../test/fuzz-runs.ts'
import { tryGuards } from '../../test/try-guards.ts'
import { compileSkill } from '../compile-skill.ts'
import { appendOnly } from './append-only.ts'
import { schemaGuards } from './from-schema.ts'
import { keepContainers } from './keep-containers.ts'
import { maxDeletions } from './max-deletions.ts'
import { mergeRules } from './merge-rules.ts'
import { protect } from './protect.ts'

const namesOf = (schema: JsonObject): string[] => schemaGuards(schema).map(({ name }) => name)

describe('schemaGuards', () => {
  it('reads every annotation at every kind of place', () => {
    const schema = {
      'x-max-deletions': 3,
      properties: {
        log: { 'x-merge': { rule: 'append', most: 2 } },
        tags: { $ref: '#/$defs/tags' },
        config: { allOf: [{ 'x-protected': true }] },
        facts: { anyOf: [{ type: 'object', 'x-append-only': true }, { type: 'null' }] },
        map: {
          'x-keep-container': true,
          properties: { known: {} },
          patternProperties: { '^o': { 'x-max-deletions': 1 } },
          additionalProperties: { 'x-merge': 'once', 'x-named-by-action': true },
        },
        off: { 'x-protected': false },
      },
      $defs: { tags: { 'x-merge': 'union' }, unused: { 'x-protected': true } },
    }
    expect(namesOf(schema)).toEqual([
      'mergeRules(/log, /tags, /map/*)',
      'protect(/config)',
      'appendOnly(/facts)',
      'keepContainers(/map)',
      'namedByAction(/map/*)',
      'maxDeletions() 3',
      'maxDeletions(/map/*) 1',
    ])
  })

  it('gives nothing if nothing is annotated, whatever the references', () => {
    expect(schemaGuards({ $id: 'urn:a', properties: { a: { $ref: 'urn:b' }, b: { $ref: '#' } } })).toEqual([])
  })

  it('follows references by the name of the schema itself', () => {
    const $id = 'https://example.org/state'
    const part = { 'x-protected': true }
    expect(namesOf({ $id, properties: { a: { $ref: `${$id}#/$defs/part` } }, $defs: { part } })).toEqual([
      'protect(/a)',
    ])
    expect(() =>
      schemaGuards({ $id, properties: { a: { ...part, properties: { b: { $ref: $id } } } } }),
    ).toThrow(/it refers to itself/)
  })

  it.each([
    'x-portected',
    'x-protect',
    'X-Protected',
    'x_protected',
    'x-protcted',
    'x-mereg',
    'x-merges',
    'x-appendOnly',
    'x-append-olny',
    'x-maxDeletions',
    'x-max-deletion',
    'x-keep-containers',
    'x-name-by-action',
  ])('rejects the mistyped annotation %s wherever it is', (keyword) => {
    const refused = {
      code: 'invalid-skill',
      message: expect.stringMatching(
        /^the schema has the keyword "[^"]+", which no guard reads: write "x-[a-z-]+"/,
      ),
    }
    for (const schema of [
      { [keyword]: true },
      { properties: { a: { anyOf: [{ [keyword]: true }] } } },
      { $defs: { unused: { items: { [keyword]: 1 } } } },
      { 'x-protected': true, properties: { [keyword]: { [keyword]: true } } },
    ]) {
      expect(() => schemaGuards(schema)).toThrow(expect.objectContaining(refused))
    }
  })

  it('leaves annotations of others alone, and data and properties with the name of one', () => {
    const others = { 'x-note': 1, 'x-range': 1, 'x-order': 1, 'x-protection-level': 1, 'x-max': 2, x: 1 }
    const data = { 'x-portected': true, 'x-protected': true }
    const schema = { ...others, const: data, default: data, properties: { 'x-portected': {}, 'x-merge': {} } }
    expect(schemaGuards(schema)).toEqual([])
    expect(schemaGuards({ properties: { a: { items: { properties: { 'x-merge': {} } } } } })).toEqual([])
  })

  it('applies to other keys only what is said about other keys', () => {
    const guards = schemaGuards({
      properties: { free: {}, 'a/b~': { 'x-protected': true } },
      patternProperties: { '^p': {} },
      additionalProperties: { 'x-protected': true },
    })
    const state = { free: 1, p1: 1, other: 1, 'a/b~': 1 }
    expect(tryGuards(guards, state, { free: 2, p1: 2 })).toEqual({ ...state, free: 2, p1: 2 })
    expect(tryGuards(guards, state, { other: 2, 'a/b~': 2 })).toMatchObject([
      { path: '/other' },
      { path: '/a~1b~0' },
    ])
  })

  it('reads the metadata of zod', () => {
    const schema = z.object({
      log: z.array(z.string()).meta({ 'x-merge': { rule: 'append', most: 5 } }),
      shelves: z.record(z.string(), z.string().meta({ 'x-merge': 'once' })).meta({ 'x-max-deletions': 1 }),
      id: z.string().meta({ 'x-protected': true }).optional(),
    })
    const initialState = { log: [], shelves: {} }
    const compiled = compileSkill({ name: 'z', instructions: '', schema, initialState })
    expect(namesOf(compiled.schema)).toEqual([
      'mergeRules(/log, /shelves/*)',
      'protect(/id)',
      'maxDeletions(/shelves) 1',
    ])
  })

  it.each<[JsonObject, RegExp]>([
    [
      { 'x-merge': 'apend' },
      /^the schema of "\/a": expected the rule of x-merge to be one of "append", "union", .*found the string "apend"$/,
    ],
    [{ 'x-merge': { most: 5 } }, /found nothing/],
    [{ 'x-merge': { rule: 'append', most: 0 } }, /most must be a whole number from 1, found 0/],
    [{ 'x-merge': { rule: 'append', most: 'x' } }, /most must be a whole number from 1, found x/],
    [
      { 'x-merge': { rule: 'union', most: 5 } },
      /the rule of x-merge, the string "union", does not take "most"/,
    ],
    [{ 'x-merge': 'constructor' }, /found the string "constructor"/],
    [{ 'x-protected': 'yes' }, /expected x-protected to be true or false, found the string "yes"/],
    [{ 'x-max-deletions': -1 }, /expected x-max-deletions to be a whole number from 0, found the number -1/],
    [
      { items: { properties: { id: { 'x-protected': true } } } },
      /annotations inside an array have no effect/,
    ],
    [{ items: { $ref: '#/properties/b' } }, /annotations inside an array have no effect/],
    [
      { patternProperties: { '(': {} } },
      /its pattern "\(" is not a regular expression: .*Unterminated group/,
    ],
    [{ $id: 'urn:inner' }, /references of the form "#\/…" only/],
    [{ properties: { next: { $ref: '#/properties/a' } }, 'x-keep-container': true }, /it refers to itself/],
  ])('rejects %j', (a, message) => {
    const schema = { properties: { a, b: { 'x-protected': true } } }
    const invalid = { code: 'invalid-skill', message: expect.stringMatching(message) }
    expect(() => schemaGuards(schema)).toThrow(expect.objectContaining(invalid))
    expect(() => schemaGuards(schema)).toThrow(/^[^\n]*$/)
  })

  it('walks a schema that refers to itself if that part is not annotated', () => {
    const node = { properties: { next: { $ref: '#/$defs/node' } } }
    expect(
      namesOf({ $defs: { node }, properties: { n: { $ref: '#/$defs/node' }, id: { 'x-protected': true } } }),
    ).toEqual(['protect(/id)'])
  })

  it('law: the annotated schema and the options give the same verdicts and states', () => {
    const fromSchema = schemaGuards({
      'x-max-deletions': 4,
      properties: {
        a: { 'x-merge': { rule: 'append', most: 3 } },
        b: { additionalProperties: { 'x-protected': true } },
        c: { 'x-append-only': true, properties: { a: { 'x-merge': 'union' } } },
        '7': { 'x-keep-container': true, additionalProperties: { 'x-merge': 'once' } },
      },
    })
    const fromOptions = [
      mergeRules({ '/a': { rule: 'append', most: 3 }, '/c/a': 'union', '/7/*': 'once' }),
      protect(['/b/*']),
      appendOnly(['/c']),
      keepContainers({ places: ['/7'] }),
      maxDeletions(4),
    ]
    const law = fc.property(anyState, anyPatch, (before, patch) => {
      expect(tryGuards(fromSchema, before, patch)).toEqual(tryGuards(fromOptions, before, patch))
    })
    fc.assert(law, { numRuns: fuzzRuns(500) })
  })
})
