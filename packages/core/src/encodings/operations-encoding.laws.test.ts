import type { JsonObject, JsonValue } from '@skill-state/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lawRuns } from '../../test/fuzz-runs.ts'
import { anySchema } from '../../test/schema-arbitraries.ts'
import { sorted } from '../../test/sorted.ts'
import { strictViolations } from '../../test/strict-rules.ts'
import { MAX_ISSUES } from '../json/limits.ts'
import { merge, mergeState } from '../merge.ts'
import { State } from '../state/state.ts'
import { operationsEncoding } from './operations-encoding.ts'
import { closed } from './parts/strict-union.ts'

const state = State.from({ count: 1, tags: ['a'], owner: { name: 'ann', home: { city: 'Bonn', zip: 1 } } })

type Short = readonly ['set', string, JsonValue] | readonly ['delete', string]
const written = (list: readonly Short[]): JsonValue =>
  list.map(([op, path, value = null]) => ({ op, path, value }))
const patchOf = (list: readonly Short[]): JsonValue | undefined => {
  const decoded = operationsEncoding.decode(written(list), state)
  return decoded.ok ? decoded.value : (decoded.issues as unknown as JsonValue)
}

describe('operations apply in order', () => {
  it.each<[string, Short[], JsonObject]>([
    [
      'the later of two decides',
      [
        ['set', '/count', 2],
        ['set', '/count', 3],
      ],
      { count: 3 },
    ],
    [
      'a deletion after a value',
      [
        ['set', '/count', 2],
        ['delete', '/count'],
      ],
      { count: null },
    ],
    [
      'a value after a deletion',
      [
        ['delete', '/count'],
        ['set', '/count', 2],
      ],
      { count: 2 },
    ],
    ['missing objects are created', [['set', '/x/y/z', 1]], { x: { y: { z: 1 } } }],
    [
      'a new object is filled further',
      [
        ['set', '/x', { y: 1 }],
        ['set', '/x/z', 2],
        ['delete', '/x/y'],
      ],
      { x: { z: 2, y: null } },
    ],
    [
      'an object replaces: keys that it lacks go',
      [['set', '/owner', { name: 'bob', home: { zip: 1 } }]],
      { owner: { name: 'bob', home: { city: null } } },
    ],
    [
      'a deleted object comes back empty',
      [
        ['delete', '/owner/home'],
        ['set', '/owner/home/city', 'Ulm'],
      ],
      { owner: { home: { city: 'Ulm', zip: null } } },
    ],
    [
      'an object in the place of a scalar',
      [
        ['set', '/count', { of: 1 }],
        ['set', '/count/to', 2],
      ],
      { count: { of: 1, to: 2 } },
    ],
    ['deleting below what is not there', [['delete', '/x/y']], {}],
    ['deleting what is not there', [['delete', '/x']], { x: null }],
    [
      'deleting below what was deleted',
      [
        ['delete', '/owner'],
        ['delete', '/owner/name'],
      ],
      { owner: null },
    ],
    [
      'escapes in keys',
      [
        ['set', '/a~1b~0c', 1],
        ['set', '//', 2],
      ],
      { 'a/b~c': 1, '': { '': 2 } },
    ],
    ['null in an object is no key', [['set', '/x', { a: null, l: [{ b: null }] }]], { x: { l: [{}] } }],
  ])('%s', (_, list, patch) => {
    expect(patchOf(list)).toEqual(patch)
  })

  it('gives the state that carrying them out one by one gives', () => {
    const path = fc.array(fc.constantFrom('a', 'b', '__proto__'), { minLength: 1, maxLength: 3 })
    const { value } = fc.letrec<{ value: JsonValue; object: JsonObject }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom<JsonValue>(1, 'v', ['v']),
        tie('object'),
        tie('object'),
      ),
      object: fc.dictionary(fc.constantFrom('a', 'b', '__proto__'), tie('value'), { noNullPrototype: true }),
    }))
    const object = fc.dictionary(fc.constantFrom('a', 'b', '__proto__'), value, { noNullPrototype: true })
    const entry = fc.tuple(path, fc.option(value)).map(([keys, set]) => ({
      op: set === null ? 'delete' : 'set',
      path: `/${keys.join('/')}`,
      value: set,
    }))
    const law = fc.property(object, fc.array(entry, { maxLength: 6 }), (before, list) => {
      const start = State.from(before)
      let [stepwise, taken]: [State, JsonValue[]] = [start, []]
      for (const each of list) {
        const decoded = operationsEncoding.decode([each], stepwise)
        const together = operationsEncoding.decode([...taken, each], start)
        expect(together.ok).toBe(decoded.ok)
        if (!decoded.ok) continue
        taken = [...taken, each]
        stepwise = mergeState(stepwise, decoded.value).after
        const after = together.ok && merge(before, together.value)
        expect(after && sorted(after)).toEqual(sorted(stepwise.toJSON()))
      }
    })
    fc.assert(law, { numRuns: lawRuns(1000) })
  })
})

describe('what cannot be carried out is rejected in words', () => {
  const path = 'expected the path of a key, as "/key" or "/key/key", found'
  it.each<[unknown, string, string]>([
    [
      { op: 'set', path: '/x', value: null },
      '/0/value',
      'expected a value to set, found null: to delete the key, write "delete" as "op"',
    ],
    [
      { op: 'delete', path: '/count', value: 1 },
      '/0/value',
      'expected null, which "delete" takes as its value, found the number 1',
    ],
    [
      { op: 'delete', path: '', value: null },
      '/0/path',
      `${path} the whole state: set or delete its keys one by one`,
    ],
    [
      { op: 'set', path: '', value: {} },
      '/0/path',
      `${path} the whole state: set or delete its keys one by one`,
    ],
    [{ op: 'set', path: 'count', value: 2 }, '/0/path', `${path} the string "count"`],
    [{ op: 'set', path: 3, value: 2 }, '/0/path', `${path} the number 3`],
    [
      { op: 'set', path: '/a~2', value: 2 },
      '/0/path',
      `${path} the string "/a~2": in a key, write "~" as "~0" and "/" as "~1"`,
    ],
    [
      { op: 'set', path: '/a~', value: 2 },
      '/0/path',
      `${path} the string "/a~": in a key, write "~" as "~0" and "/" as "~1"`,
    ],
    [{ op: 'set', path: '/x'.repeat(101), value: 2 }, '/0/path', `${path} 101 keys, at most 100 are allowed`],
    [
      { op: 'set', path: '/tags/0', value: 'b' },
      '/0/path',
      'expected a path through objects, but "/tags" is an array of 1: set "/tags" as a whole',
    ],
    [
      { op: 'delete', path: '/count/x', value: null },
      '/0/path',
      'expected a path through objects, but "/count" is the number 1: set "/count" as a whole',
    ],
    [
      { op: 'replace', path: '/count', value: 2 },
      '/0/op',
      'expected "set" or "delete", found the string "replace"',
    ],
    [
      { op: 'set', path: '/x', value: { a: Infinity } },
      '/0/value/a',
      'expected a finite number, found Infinity',
    ],
    [
      { op: 'set', path: '/x', value: 1, why: 'so' },
      '/0',
      'expected an operation with the keys "op", "path" and "value", found also "why"',
    ],
    ['set', '/0', 'expected an operation with the keys "op", "path" and "value", found the string "set"'],
  ])('%j', (entry, place, message) => {
    expect(operationsEncoding.decode([entry], state)).toEqual({
      ok: false,
      issues: [{ path: place, message }],
    })
  })

  it('all faults of a list, up to a limit', () => {
    const faulty = Array.from({ length: 50 }, () => ({ op: 'set', path: '/x', value: null }))
    const decoded = operationsEncoding.decode(faulty, state)
    expect(decoded.ok ? 0 : decoded.issues.length).toBe(MAX_ISSUES)
  })
})

const valueSchema = (stateSchema: JsonObject): JsonValue => {
  const { items } = operationsEncoding.patchSchema(stateSchema) as {
    items: { properties: { value: JsonValue } }
  }
  return items.properties.value
}

describe('the schema of operations', () => {
  it('names what the state may hold, under every key', () => {
    expect(
      valueSchema({
        type: 'object',
        $defs: {
          crate: {
            type: 'object',
            properties: { size: { type: 'integer' }, note: { type: 'string' } },
            required: ['size'],
          },
        },
        properties: {
          mode: { enum: ['on', 'off'] },
          tags: { type: 'array', items: { type: 'string' } },
          crates: { type: 'object', additionalProperties: { $ref: '#/$defs/crate' } },
        },
      }),
    ).toEqual({
      anyOf: [
        { type: 'string' },
        { type: 'integer' },
        { type: 'array', items: { type: 'string' } },
        closed({}),
        closed({ size: { type: 'integer' }, note: { anyOf: [{ type: 'string' }, { type: 'null' }] } }),
        { type: 'null' },
      ],
    })
  })

  it.each<[string, JsonObject, JsonValue[]]>([
    ['only scalars where anything goes', { properties: { a: {} } }, ['string', 'number', 'boolean', 'null']],
    ['listed values', { properties: { a: { enum: ['x', 'y', 2] } } }, [['x', 'y'], [2], 'null']],
    ['a constant', { properties: { a: { const: true } } }, ['boolean', 'null']],
    ['types beside null', { properties: { a: { type: ['null', 'integer'] } } }, ['integer', 'null']],
    [
      'the wider of two number types',
      { properties: { a: { type: 'integer' }, b: { type: 'number' } } },
      ['number', 'null'],
    ],
  ])('has %s', (_, schema, expected) => {
    const { anyOf } = valueSchema(schema) as { anyOf: { type: string; enum?: JsonValue }[] }
    expect(anyOf.map((each) => each.enum ?? each.type)).toEqual(expected)
  })

  it('keeps the first keys of objects apart, as strict mode wants them', () => {
    const one = {
      type: 'object',
      properties: { id: { type: 'string' }, size: { type: 'integer' } },
      required: ['id'],
    }
    const two = {
      type: 'object',
      properties: { id: { type: 'string' }, age: { type: 'integer' } },
      required: ['id'],
    }
    const { anyOf } = valueSchema({ properties: { one, two } }) as { anyOf: JsonObject[] }
    const firsts = anyOf.flatMap((each) => Object.keys(each.properties ?? {}).slice(0, 1))
    expect(firsts).toEqual(['id', 'age'])
  })

  it('keeps the rules of strict mode for any state', () => {
    const law = fc.property(anySchema, (schema) => {
      const root = closed({ state_patch: operationsEncoding.patchSchema(schema) })
      expect(strictViolations(root)).toEqual([])
    })
    fc.assert(law, { numRuns: lawRuns(1000) })
  })
})
