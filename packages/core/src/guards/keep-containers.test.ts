import type { JsonObject } from '@skill-state/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyPatch, anyState } from '../../test/any-state.ts'
import { fuzzRuns } from '../../test/fuzz-runs.ts'
import { tryGuards } from '../../test/try-guards.ts'
import { applyPatch } from '../apply-patch.ts'
import { compileSkill } from '../compile-skill.ts'
import { kindOf, type Node, nodeAt } from '../state/node.ts'
import { State } from '../state/state.ts'
import { keepContainers } from './keep-containers.ts'

const state = { map: { a: { b: 1 }, none: {} }, list: [1], text: 'x' }

describe('keepContainers', () => {
  it.each<[string, JsonObject]>([
    ['changes within', { map: { a: { b: null, c: 1 } }, list: [] }],
    ['a container for a scalar', { text: { a: 1 } }],
    ['the deletion of an empty one', { map: { none: null } }],
    ['the deletion of a scalar', { text: null }],
  ])('accepts %s', (_, patch) => {
    expect(tryGuards([keepContainers()], state, patch)).not.toBeInstanceOf(Array)
  })

  it.each<[JsonObject, string, string]>([
    [{ map: 'gone' }, '/map', 'expected an object to stay one, found the string "gone"'],
    [{ map: { a: [] } }, '/map/a', 'expected an object to stay one, found an array of 0'],
    [{ map: { none: 1 } }, '/map/none', 'expected an object to stay one, found the number 1'],
    [{ list: 1 }, '/list', 'expected an array to stay one, found the number 1'],
    [{ list: { a: 1 } }, '/list', 'expected an array to stay one, found an object with the key "a"'],
    [{ map: null }, '/map', 'found a deletion of all that it holds: delete keys of it one by one'],
    [{ list: null }, '/list', 'expected an array of 1 to stay'],
  ])('rejects %j', (patch, path, message) => {
    expect(tryGuards([keepContainers()], state, patch)).toEqual([
      { path, message: expect.stringContaining(message) },
    ])
  })

  it('watches the given places only, also below what goes', () => {
    const guards = [keepContainers({ places: ['/map/*'] })]
    expect(tryGuards(guards, state, { list: null, map: { a: { b: 2 } } })).not.toBeInstanceOf(Array)
    expect(tryGuards(guards, state, { map: null })).toMatchObject([{ path: '/map/a' }])
  })

  it('looks into what a shallow merge replaces', () => {
    const skill = compileSkill(
      { name: 'any', instructions: '', schema: {}, initialState: {} },
      { depth: 'shallow', guards: [keepContainers()] },
    )
    const result = applyPatch(skill, State.from(state), { map: { a: 1 } })
    expect(result).toMatchObject({ ok: false, issues: [{ path: '/map/a' }] })
  })

  it('law: each container is one of its kind after every accepted patch, or was deleted while empty', () => {
    const law = fc.property(anyState, anyPatch, (before, patch) => {
      const after = tryGuards([keepContainers()], before, patch)
      if (Array.isArray(after)) return
      for (const [path, node] of containersOf(State.from(before))) {
        const now = nodeAt(after as JsonObject, path)
        if (now !== undefined) expect(kindOf(now)).toBe(kindOf(node))
        else expect(JSON.stringify(node)).toMatch(/^(\{\}|\[\])$/)
      }
    })
    fc.assert(law, { numRuns: fuzzRuns(500) })
  })
})

function containersOf(state: State, above: readonly string[] = []): [string[], Node][] {
  return [...state.entries()].flatMap(([key, value]): [string[], Node][] => {
    const path = [...above, key]
    if (value instanceof State) return [[path, value], ...containersOf(value, path)]
    return kindOf(value) === 'array' ? [[path, value]] : []
  })
}
