import type { JsonObject, Skill } from '@skill-state/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyPatch, anyState } from '../../test/any-state.ts'
import { fuzzRuns } from '../../test/fuzz-runs.ts'
import { tryGuards } from '../../test/try-guards.ts'
import { applyPatch } from '../apply-patch.ts'
import { compileSkill } from '../compile-skill.ts'
import { State } from '../state/state.ts'
import { computed } from './computed.ts'
import { count } from './fields/count.ts'
import { inverse } from './fields/inverse.ts'
import { sum } from './fields/sum.ts'
import { mergeRules } from './merge-rules.ts'
import { append } from './rules/append.ts'
import { withComputed } from './with-computed.ts'

const fields = {
  '/stats/count': count('/inventory'),
  '/whereIs': inverse('/inventory'),
  '/total': sum('/items/*/price'),
}
const skill = (initialState: JsonObject): Skill => ({
  name: 'shop',
  instructions: '',
  schema: {},
  initialState,
})
const { initialState } = withComputed(
  skill({ inventory: { s1: 'a', s2: 'b' }, items: { a: { price: 1.5 }, b: { price: 2 } } }),
  fields,
)
const guards = [computed(fields)]

describe('computed', () => {
  it('has its fields in the initial state', () => {
    expect(initialState).toMatchObject({ stats: { count: 2 }, whereIs: { a: 's1', b: 's2' }, total: 3.5 })
  })

  it('follows what the model changes, and records it in the patch', () => {
    const patch = { inventory: { s1: null, s3: 'a' }, items: { b: { price: 5 } } }
    const compiled = compileSkill(skill(initialState), { guards })
    expect(applyPatch(compiled, compiled.initialState, patch)).toMatchObject({
      ok: true,
      value: { patch: { ...patch, whereIs: { a: 's3' }, total: 6.5 } },
    })
  })

  it('drops the keys that an inverse loses, and sees the fields before', () => {
    const chain = [
      computed({ '/n': count('/m'), '/twice': (state) => ({ ok: true, value: Number(state.get('n')) * 2 }) }),
    ]
    expect(tryGuards(chain, { m: {}, n: 0, twice: 0 }, { m: { a: 1 } })).toEqual({
      m: { a: 1 },
      n: 1,
      twice: 2,
    })
    const after = tryGuards(guards, initialState, { inventory: { s1: null } })
    expect(after).toMatchObject({ stats: { count: 1 } })
    expect((after as JsonObject).whereIs).toEqual({ b: 's2' })
  })

  it.each<[JsonObject, string, string]>([
    [
      { total: 3.5 },
      '/total',
      'expected nothing, since the runtime computes this field, found the number 3.5: leave it out of the patch',
    ],
    [{ stats: { count: null } }, '/stats/count', 'found its deletion'],
    [{ stats: null }, '/stats/count', 'found its deletion'],
    [{ stats: 5 }, '/stats/count', 'found the number 5'],
    [{ whereIs: { a: 's9' } }, '/whereIs', 'found an object with the key "a"'],
    [
      { inventory: { s3: 'a' } },
      '/inventory/s3',
      'expected each value once, found the string "a" at "/inventory/s1" too',
    ],
    [
      { items: { c: { price: Number.MAX_SAFE_INTEGER }, d: { price: 2 } } },
      '/total',
      'which the runtime computes, has a value that a state can hold, found the number 9007199254740996',
    ],
  ])('refuses %j', (patch, path, message) => {
    expect(tryGuards(guards, initialState, patch)).toEqual([
      { path, message: expect.stringContaining(message) },
    ])
  })

  it.each([1, '1'])('says that a text and a number are one key of an inverse, as for %j', (other) => {
    const before = { inventory: { s1: other }, whereIs: { 1: 's1' } }
    const patch = { inventory: { s2: other === 1 ? '1' : 1 } }
    const after = tryGuards([computed({ '/whereIs': inverse('/inventory') })], before, patch)
    const same = other === 1 ? 'the string "1"' : 'the number 1'
    const there = other === 1 ? 'the number 1' : 'the string "1"'
    const message = `expected each value once, found ${same} here and ${there} at "/inventory/s1", which are one key`
    expect(after).toEqual([{ path: '/inventory/s2', message: expect.stringContaining(message) }])
  })

  it('leaves the values beside a field to the model', () => {
    expect(tryGuards(guards, initialState, { stats: { note: 'x' } })).toMatchObject({
      stats: { note: 'x', count: 2 },
    })
  })

  it('notices guards in the wrong order', () => {
    const wrong = [computed({ '/n': count('/log') }), mergeRules({ '/log': append() })]
    expect(tryGuards(wrong, { log: [1], n: 1 }, { log: [2] })).toMatchObject([
      { path: '/n', message: expect.stringContaining('the guards are in the wrong order') },
    ])
    expect(tryGuards(wrong.toReversed(), { log: [1], n: 1 }, { log: [2] })).toEqual({ log: [1, 2], n: 2 })
  })

  it('follows a shallow merge at the top level', () => {
    const options = { depth: 'shallow' } as const
    const top = { '/n': count('/m'), '/at': inverse('/m') }
    const compiled = compileSkill(withComputed(skill({ m: { a: 'x', b: 'y' } }), top), {
      ...options,
      guards: [computed(top)],
    })
    const result = applyPatch(compiled, compiled.initialState, { m: { c: 'z' } })
    expect(result.ok && result.value.state.toJSON()).toEqual({ m: { c: 'z' }, n: 1, at: { z: 'c' } })
  })

  it.each<[JsonObject, RegExp]>([
    [
      { total: 1 },
      /^skill "shop": its initial state has the number 1 at "\/total", which is computed as the number 0: leave it out$/,
    ],
    [
      { stats: 1 },
      /^skill "shop": its initial state has the number 1 where the computed field "\/stats\/count" needs an object$/,
    ],
    [
      { inventory: { a: 'x', b: 'x' } },
      /^skill "shop": its initial state is refused at "\/inventory\/b": expected each value once/,
    ],
  ])('refuses the initial state %j', (initial, message) => {
    const invalid = { code: 'invalid-skill', message: expect.stringMatching(message) }
    expect(() => withComputed(skill(initial), fields)).toThrow(expect.objectContaining(invalid))
  })

  it.each([[['']], [['a']], [['/a/*']], [['/a', '/a/b']]])('refuses the fields %j', (pointers) => {
    const open = Object.fromEntries(pointers.map((pointer) => [pointer, count('/x')]))
    expect(() => computed(open)).toThrow(expect.objectContaining({ code: 'invalid-option' }))
  })

  it('law: after every accepted patch each field is what the state makes it', () => {
    const some = { '/n': count('/a'), '/s/t': sum('/*/*'), '/i': inverse('/a') }
    const law = fc.property(anyState, anyPatch, (before, patch) => {
      fc.pre(inverse('/a')(State.from(before)).ok)
      const start = withComputed(skill(before), some).initialState
      const after = tryGuards([computed(some)], start, patch)
      if (Array.isArray(after)) return
      const state = State.from(after as JsonObject)
      const [n, s, i] = Object.values(some).map((compute) => compute(state))
      expect(after).toMatchObject({ n: n?.ok && n.value, s: { t: s?.ok && s.value } })
      expect((after as JsonObject).i).toEqual(i?.ok && i.value)
    })
    fc.assert(law, { numRuns: fuzzRuns(500) })
  })
})
