import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyPatch, anyState } from '../../test/any-state.ts'
import { fuzzRuns } from '../../test/fuzz-runs.ts'
import { tryGuards } from '../../test/try-guards.ts'
import { applyPatch } from '../apply-patch.ts'
import { compileSkill } from '../compile-skill.ts'
import { actionReader } from '../reply/read-action.ts'
import { readReply } from '../reply/read-reply.ts'
import { toPointer } from '../state/change.ts'
import { State } from '../state/state.ts'
import { expectations } from './expectations.ts'

const state = { inventory: { 'shelf/7': 'item_3', deep: { a: [1, { b: 2, c: 3 }] } }, open: false }
const guards = [expectations()]

describe('expectations', () => {
  it.each<[unknown]>([
    [undefined],
    [{}],
    [{ '/inventory/shelf~17': 'item_3', '/inventory/shelf_8': null, '/open': false }],
    [
      {
        '/inventory/deep': { a: [1, { c: 3, b: 2 }] },
        '/inventory/deep/a/0': 1,
        '/inventory/deep/a/2': null,
      },
    ],
    [{ '': state, '/open/x': null }],
  ])('accepts %j', (expected) => {
    expect(tryGuards(guards, state, { n: 1 }, { expect: expected })).toEqual({ ...state, n: 1 })
  })

  it.each<[unknown, string, string]>([
    [
      { '/open': true },
      '/open',
      'the reply expects true here, the state holds false: decide again by what it holds',
    ],
    [{ '/open': null }, '/open', 'the reply expects nothing here, the state holds false'],
    [{ '/gone': 'x' }, '/gone', 'the reply expects the string "x" here, the state holds nothing'],
    [
      { '/inventory/deep/a': [1] },
      '/inventory/deep/a',
      'expects an array of 1 here, the state holds an array of 2',
    ],
    [
      { 'inventory/deep': 1 },
      '',
      'expected the keys of "expect" to be JSON Pointers such as "/inventory/shelf_7", found the string "inventory/deep"',
    ],
    [{ '/a~2': 1 }, '', 'found the string "/a~2"'],
    ['x', '', 'expected "expect" to be an object with values by JSON Pointer, found the string "x"'],
    [[1], '', 'found an array of 1'],
    [null, '', 'found null'],
    [{ '/open': Infinity }, '/~1open', 'expected a finite number'],
    [{ '/open': { x: undefined } }, '/~1open/x', 'expected a JSON value'],
  ])('rejects %j', (expected, path, message) => {
    expect(tryGuards(guards, state, {}, { expect: expected })).toEqual([
      { path, message: expect.stringContaining(message) },
    ])
  })

  it('reads what a reply says beside its patch', () => {
    const skill = compileSkill(
      { name: 'shop', instructions: '', schema: {}, initialState: state },
      { guards },
    )
    const read = (expected: unknown) =>
      readReply(
        JSON.stringify({ state_patch: { open: true }, action: 'open', expect: expected }),
        actionReader({}),
        (patch, said) => applyPatch(skill, skill.initialState, patch, said),
      )
    expect(read({ '/open': false })).toMatchObject({ ok: true, value: { action: 'open' } })
    expect(read({ '/open': true })).toMatchObject({ ok: false, mistake: 'rule', issues: [{ path: '/open' }] })
  })

  it('reads a pointer of any length', () => {
    const expected = { [`/${'a'.repeat(6_000_000)}`]: 1, [`${'/a'.repeat(1_000_000)}~`]: 1 }
    expect(tryGuards(guards, state, {}, { expect: expected })).toMatchObject([
      { message: expect.stringContaining('the state holds nothing') },
      { message: expect.stringContaining('to be JSON Pointers') },
    ])
  })

  it('rejects nesting without end', () => {
    const deep = JSON.parse(`{"/open":${'['.repeat(20_000)}${']'.repeat(20_000)}}`)
    expect(tryGuards(guards, state, {}, { expect: deep })).toHaveLength(1)
  })

  it('law: the state as it is can always be expected, key by key, and any other value cannot', () => {
    const law = fc.property(anyState, anyPatch, fc.jsonValue(), (before, patch, other) => {
      const expected = Object.fromEntries(
        Object.entries(before).map(([key, value]) => [toPointer([key]), value]),
      )
      const free = tryGuards([], before, patch)
      expect(tryGuards(guards, before, patch, { expect: expected })).toEqual(free)
      const [key] = Object.keys(before)
      fc.pre(key !== undefined && JSON.stringify(other) !== JSON.stringify(State.from(before).get(key)))
      fc.pre(typeof other !== 'object' && !Object.is(other, -0))
      const result = tryGuards(guards, before, patch, { expect: { [toPointer([key ?? ''])]: other } })
      expect(result).toBeInstanceOf(Array)
    })
    fc.assert(law, { numRuns: fuzzRuns(200) })
  })
})
