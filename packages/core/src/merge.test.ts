import { isDeepStrictEqual } from 'node:util'
import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyPatch } from './apply-patch.ts'
import { compileSkill } from './compile-skill.ts'
import { merge, mergeInto, mergeState } from './merge.ts'
import { diff } from './state/diff.ts'
import { State } from './state/state.ts'

const anything = compileSkill({ name: 'anything', instructions: '', initialState: {}, schema: {} })
const key = fc.constantFrom('a', 'b', 'c', '7', '__proto__', 'constructor', 'hasOwnProperty', 'toString', '')
const json = (scalar: fc.Arbitrary<unknown>): fc.Arbitrary<JsonObject> =>
  fc.letrec<{ object: JsonObject; value: JsonValue }>((tie) => ({
    object: fc
      .array(fc.tuple(key, tie('value')), { maxLength: 5 })
      .map((entries) => Object.fromEntries(entries) as JsonObject),
    value: fc.oneof(
      { maxDepth: 4 },
      scalar as fc.Arbitrary<JsonValue>,
      fc.array(tie('value'), { maxLength: 3 }),
      tie('object'),
    ),
  })).object
const scalar = fc.oneof(fc.integer(), fc.boolean(), fc.string({ maxLength: 3 }))
const states = json(scalar)
const patches = json(fc.oneof(scalar, fc.constant(null)))

/** RFC 7396, section 2, word for word; the oracle of the properties. */
function mergePatch(target: JsonValue | undefined, patch: JsonValue): JsonValue {
  if (!isJsonObject(patch)) return patch
  const result = new Map<string, JsonValue>(isJsonObject(target) ? Object.entries(target) : [])
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) result.delete(name)
    else result.set(name, mergePatch(result.get(name), value))
  }
  return Object.fromEntries(result)
}

function holdsNull(value: JsonValue): boolean {
  return isJsonObject(value) && Object.values(value).some((child) => child === null || holdsNull(child))
}

function objectsIn(value: JsonValue): object[] {
  if (typeof value !== 'object' || value === null) return []
  return [value, ...Object.values(value).flatMap((child: JsonValue) => objectsIn(child))]
}

function freeze<T extends JsonValue>(value: T): T {
  for (const object of objectsIn(value)) Object.freeze(object)
  return value
}

describe('laws of ⊕', () => {
  const law = (name: string, holds: (state: JsonObject, patch: JsonObject) => void): void =>
    it(name, () => {
      fc.assert(fc.property(states, patches, holds), { numRuns: 500 })
    })

  law('is RFC 7396', (state, patch) => {
    expect(JSON.stringify(merge(state, patch))).toBe(JSON.stringify(mergePatch(state, patch)))
  })
  law('is the same in place', (state, patch) => {
    const [target, own] = JSON.parse(JSON.stringify([state, patch]))
    mergeInto(target, own)
    expect(JSON.stringify(target)).toBe(JSON.stringify(merge(state, patch)))
  })
  law('{} is its identity', (state) => {
    expect(merge(state, {})).toStrictEqual(state)
  })
  law('one patch twice is one patch once', (state, patch) => {
    const once = merge(state, patch)
    expect(JSON.stringify(merge(once, patch))).toBe(JSON.stringify(once))
  })
  law('changes neither operand', (state, patch) => {
    const before = JSON.stringify([state, patch])
    merge(freeze(state), freeze(patch))
    expect(JSON.stringify([state, patch])).toBe(before)
  })
  law('shares nothing with the patch', (state, patch) => {
    const own = new Set(objectsIn(patch))
    expect(objectsIn(merge(state, patch)).filter((object) => own.has(object))).toEqual([])
  })
  law('shares by reference what the patch does not name', (state, patch) => {
    const merged = merge(state, patch)
    for (const name of Object.keys(state)) {
      if (!Object.hasOwn(patch, name)) expect(merged[name]).toBe(state[name])
    }
  })
  law('deletes what the patch nulls, and adds no null outside arrays', (state, patch) => {
    const merged = merge(state, patch)
    for (const [name, value] of Object.entries(patch)) {
      if (value === null) expect(Object.hasOwn(merged, name)).toBe(false)
    }
    expect(holdsNull(merged)).toBe(false)
  })
})

describe('RFC 7396, Appendix A', () => {
  it.each([
    ['{"a":"b"}', '{"a":"c"}', '{"a":"c"}'],
    ['{"a":"b"}', '{"b":"c"}', '{"a":"b","b":"c"}'],
    ['{"a":"b"}', '{"a":null}', '{}'],
    ['{"a":"b","b":"c"}', '{"a":null}', '{"b":"c"}'],
    ['{"a":["b"]}', '{"a":"c"}', '{"a":"c"}'],
    ['{"a":"c"}', '{"a":["b"]}', '{"a":["b"]}'],
    ['{"a":{"b":"c"}}', '{"a":{"b":"d","c":null}}', '{"a":{"b":"d"}}'],
    ['{"a":[{"b":"c"}]}', '{"a":[1]}', '{"a":[1]}'],
    ['{"e":null}', '{"a":1}', '{"e":null,"a":1}'],
    ['{}', '{"a":{"bb":{"ccc":null}}}', '{"a":{"bb":{}}}'],
  ])('%s ⊕ %s = %s', (state, patch, merged) => {
    expect(JSON.stringify(merge(JSON.parse(state), JSON.parse(patch)))).toBe(merged)
  })

  it('merges an object patch over an array or a string one level down', () => {
    const patch = { x: { a: 'b', c: null } }
    expect(merge({ x: [1, 2] }, patch)).toEqual({ x: { a: 'b' } })
  })

  it.each([
    ['["a","b"]', '["c","d"]'],
    ['{"a":"b"}', '["c"]'],
    ['{"a":"foo"}', 'null'],
    ['{"a":"foo"}', '"bar"'],
  ])('rejects the patch that is no object: %s ⊕ %s', (state, patch) => {
    expect(applyPatch(anything, State.over(JSON.parse(state)), JSON.parse(patch)).ok).toBe(false)
  })
})

describe('corner cases', () => {
  const cases: [string, string, string, string][] = [
    ['keeps nulls in arrays', '{"a":1}', '{"a":[null,{"b":null}]}', '{"a":[null,{"b":null}]}'],
    ['drops nulls in new objects', '{}', '{"a":{"b":null,"c":{"d":null}}}', '{"a":{"c":{}}}'],
    ['replaces a scalar by an object', '{"a":1}', '{"a":{"b":2}}', '{"a":{"b":2}}'],
    ['replaces an object by a scalar', '{"a":{"b":2}}', '{"a":1}', '{"a":1}'],
    ['deletes nothing if the key is absent', '{"a":1}', '{"b":null}', '{"a":1}'],
    ['keeps the place of a key', '{"a":1,"b":2,"c":3}', '{"b":4}', '{"a":1,"b":4,"c":3}'],
    ['puts a key that comes back last', '{"a":1,"b":2}', '{"a":null,"c":3}', '{"b":2,"c":3}'],
    [
      'orders integer-like keys as JavaScript does',
      '{"b":1,"10":1}',
      '{"9":2,"a":1,"01":1}',
      '{"9":2,"10":1,"b":1,"a":1,"01":1}',
    ],
    ['takes the last of duplicate keys, as JSON.parse does', '{}', '{"a":1,"a":2}', '{"a":2}'],
    ['drops the sign of zero', '{}', '{"a":-0,"b":[-0],"c":{"d":-0.0}}', '{"a":0,"b":[0],"c":{"d":0}}'],
    ['keeps lone surrogates', '{}', '{"\\ud800":"\\udc00"}', '{"\\ud800":"\\udc00"}'],
    ['keeps an empty key', '{"":1}', '{"":{"":null}}', '{"":{}}'],
    [
      'keeps the names of Object',
      '{}',
      '{"toString":1,"valueOf":{"x":1}}',
      '{"toString":1,"valueOf":{"x":1}}',
    ],
  ]
  it.each(cases)('%s: %s ⊕ %s', (_, state, patch, merged) => {
    const result = merge(JSON.parse(state), JSON.parse(patch))
    expect(JSON.stringify(result)).toBe(merged)
    expect(Object.is(result.a, -0)).toBe(false)
  })

  it('lets a key whose value is undefined stay, and applyPatch rejects it', () => {
    const patch = { a: undefined } as unknown as JsonObject
    expect(merge({ a: 1 }, patch)).toEqual({ a: 1 })
    expect(applyPatch(anything, State.EMPTY, patch).ok).toBe(false)
  })

  it.each([
    ['a whole number beyond 2^53', '{"a":9007199254740993}', '/a'],
    ['one below −2^53', '{"a":{"b":-9007199254740993}}', '/a/b'],
    ['a number that overflows', '{"a":1e999}', '/a'],
    ['a null in an array', '{"a":[1,null]}', '/a/1'],
  ])('applyPatch rejects %s', (_, patch, path) => {
    const result = applyPatch(anything, State.EMPTY, JSON.parse(patch))
    expect(result).toMatchObject({ ok: false, issues: [{ path }] })
  })

  it('applyPatch notes that a deleted key is absent', () => {
    const state = State.from({ a: { b: 1 } })
    const result = applyPatch(anything, state, { a: { b: null, c: null }, d: null })
    expect(result.ok && result.value.notes?.map(({ path }) => path)).toEqual(['/a/c', '/d'])
  })

  it('keeps a snapshot that a caller took, whatever happens later', () => {
    let state = State.from({
      map: Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`k${at}`, at])),
    })
    const kept = state
    const text = JSON.stringify(kept)
    for (let at = 0; at < 100; at += 1) {
      const patch = { map: { [`k${at}`]: null, [`n${at}`]: at } }
      state = mergeState(state, patch).after
    }
    expect(JSON.stringify(kept)).toBe(text)
    expect(kept.text).toBe(text)
  })
})

describe('a shallow merge', () => {
  it('replaces the value under a top-level key, so that omitted entries are lost', () => {
    const state = { inventory: { s1: 'a', s2: 'b' }, note: 'n' }
    const patch = { inventory: { s3: 'c', s4: null }, note: null }
    expect(merge(state, patch, { depth: 'shallow' })).toEqual({ inventory: { s3: 'c' } })
  })

  it('is recorded as the recursive patch that has the same effect', () => {
    const shallow = { ...anything, options: { ...anything.options, depth: 'shallow' as const } }
    fc.assert(
      fc.property(states, patches, (state, patch) => {
        const applied = applyPatch(shallow, State.from(state), patch)
        const merged = merge(state, patch, { depth: 'shallow' })
        fc.pre(applied.ok)
        expect(isDeepStrictEqual(applied.value.state.toJSON(), merged)).toBe(true)
        expect(isDeepStrictEqual(merge(state, applied.value.patch), merged)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})

describe('diff', () => {
  it('gives the patch from one state to another', () => {
    fc.assert(
      fc.property(states, states, (a, b) => {
        expect(isDeepStrictEqual(merge(a, diff(a, b)), b)).toBe(true)
        expect(diff(b, b)).toEqual({})
      }),
      { numRuns: 500 },
    )
  })

  it.each(['{"a":', '['])('rejects 20,000 nested %s', (open) => {
    const [a, b] = [1, 2].map((end) => {
      const close = (open === '[' ? ']' : '}').repeat(20_000)
      return JSON.parse(`{"x":${open.repeat(20_000)}${end}${close}}`)
    })
    expect(() => diff(a, b)).toThrow(expect.objectContaining({ code: 'invalid-patch' }))
  })

  it.each([
    ['{"a":1,"b":{"c":1,"d":2}}', '{"a":1,"b":{"c":3}}', '{"b":{"d":null,"c":3}}'],
    ['{"a":[1]}', '{"a":[1,2]}', '{"a":[1,2]}'],
    ['{"a":{"b":1}}', '{"a":{}}', '{"a":{"b":null}}'],
    ['{"a":1}', '{"a":{}}', '{"a":{}}'],
  ])('says no more than has changed: from %s to %s', (a, b, patch) => {
    expect(JSON.stringify(diff(JSON.parse(a), JSON.parse(b)))).toBe(patch)
  })
})

describe('hostile patches', () => {
  it('keeps __proto__ as an own key and leaves every prototype alone', () => {
    const merged = merge(
      {},
      JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'),
    )
    expect(Object.keys(merged)).toEqual(['__proto__', 'constructor'])
    expect(Object.getPrototypeOf(merged)).toBe(Object.prototype)
    expect('polluted' in {}).toBe(false)
    expect(Object.keys(merge(merged, JSON.parse('{"__proto__":null}')))).toEqual(['constructor'])
  })

  it('keeps __proto__ inside arrays', () => {
    const text = '{"a":[{"__proto__":{"b":[{"c":null}]}}]}'
    expect(JSON.stringify(merge({}, JSON.parse(text)))).toBe(text)
  })

  it.each([
    ['objects', '{"a":', '}'],
    ['arrays', '[', ']'],
  ])('rejects 20,000 nested %s, and so does applyPatch', (_, open, close) => {
    const patch = JSON.parse(`{"x":${open.repeat(20_000)}1${close.repeat(20_000)}}`)
    expect(() => merge({}, patch)).toThrow(expect.objectContaining({ code: 'invalid-patch' }))
    const result = applyPatch(anything, State.EMPTY, patch)
    expect(result).toMatchObject({
      ok: false,
      issues: [{ message: 'expected at most 100 levels of nesting' }],
    })
  })
})

describe('what is not JSON is an error with a code, from code without types', () => {
  const sparse = new Array<number>(3).fill(1, 0, 1)
  it.each<[string, unknown, unknown]>([
    ['a patch that is a text', { a: 'foo' }, 'bar'],
    ['a patch that is a list', { a: 'foo' }, ['bar']],
    ['a patch that is null', { a: 'foo' }, null],
    ['a state that is a text', 'foo', {}],
    ['a list with a hole', {}, { a: sparse }],
    ['a date', {}, { a: new Date(0) }],
    ['a date in a list', {}, { a: [new Date(0)] }],
    ['a map', {}, { a: { b: new Map() } }],
    ['nothing in a list', {}, { a: [undefined] }],
    ['a number that JSON has not', {}, { a: [Number.NaN] }],
    ['a function', {}, { a: () => 1 }],
  ])('%s', (_, state, patch) => {
    expect(() => merge(state as JsonObject, patch as JsonObject)).toThrow(
      expect.objectContaining({ code: 'invalid-patch' }),
    )
  })
})
