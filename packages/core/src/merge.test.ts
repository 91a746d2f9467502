import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyPatch } from './apply-patch.ts'
import { compileSkill } from './compile-skill.ts'
import { merge } from './merge.ts'
import { State } from './state.ts'

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
  ])('refuses the patch that is no object: %s ⊕ %s', (state, patch) => {
    expect(applyPatch(anything, State.over(JSON.parse(state)), JSON.parse(patch)).ok).toBe(false)
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
  ])('refuses 20,000 nested %s, and so does applyPatch', (_, open, close) => {
    const patch = JSON.parse(`{"x":${open.repeat(20_000)}1${close.repeat(20_000)}}`)
    expect(() => merge({}, patch)).toThrow(expect.objectContaining({ code: 'invalid-patch' }))
    const result = applyPatch(anything, State.EMPTY, patch)
    expect(result).toMatchObject({
      ok: false,
      issues: [{ message: 'expected at most 100 levels of nesting' }],
    })
  })
})
