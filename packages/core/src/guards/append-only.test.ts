import type { JsonObject } from '@skill-state/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyPatch, anyState } from '../../test/any-state.ts'
import { fuzzRuns } from '../../test/fuzz-runs.ts'
import { tryGuards } from '../../test/try-guards.ts'
import { childOf, childrenOf, kindOf, type Node, nodeAt, sameNode } from '../state/node.ts'
import { State } from '../state/state.ts'
import { appendOnly } from './append-only.ts'
import { placesIn, toPattern } from './parts/places.ts'

const state = { facts: { a: 1, b: { c: 2 } }, log: ['x', { at: 1 }], teams: { red: ['ann'] } }
const guards = [appendOnly(['/facts', '/log', '/teams/*'])]

describe('appendOnly', () => {
  it.each<[string, JsonObject]>([
    ['a new key', { facts: { d: 3 } }],
    ['items at the end', { log: ['x', { at: 1 }, 'y'] }],
    ['the same again', { facts: { b: { c: 2 } }, log: ['x', { at: 1 }] }],
    ['a new map', { teams: { blue: [] } }],
    ['a change elsewhere', { other: 1 }],
  ])('accepts %s', (_, patch) => {
    expect(tryGuards(guards, state, patch)).not.toBeInstanceOf(Array)
  })

  it.each<[JsonObject, string, string]>([
    [
      { facts: { a: 2 } },
      '/facts/a',
      'expected the number 1 to stay, since entries are only added here, found the number 2',
    ],
    [{ facts: { a: null } }, '/facts/a', 'found nothing'],
    [{ facts: { b: { d: 1 } } }, '/facts/b/d', 'expected nothing to stay'],
    [{ facts: null }, '/facts', 'found nothing'],
    [{ facts: [] }, '/facts', 'found an array of 0'],
    [{ log: ['y', 'x'] }, '/log/0', 'expected the string "x" to stay'],
    [{ log: ['x'] }, '/log/1', 'found nothing'],
    [{ teams: null }, '/teams/red', 'expected an array of 1 to stay'],
    [{ teams: { red: 'ann' } }, '/teams/red', 'found the string "ann"'],
  ])('rejects %j', (patch, path, message) => {
    expect(tryGuards(guards, state, patch)).toContainEqual({
      path,
      message: expect.stringContaining(message),
    })
  })

  it('law: accepts exactly the patches after which all that was there is there, in its place', () => {
    const place = fc.constantFrom('', '/a', '/*', '/a/*', '/*/*')
    const law = fc.property(anyState, anyPatch, place, (before, patch, pointer) => {
      const after = tryGuards([appendOnly([pointer])], before, patch)
      const free = State.from(tryGuards([], before, patch) as JsonObject)
      const kept = [...placesIn(State.from(before), toPattern(pointer).steps)].every(({ path, value }) =>
        grew(value, nodeAt(free, path)),
      )
      expect(Array.isArray(after)).toBe(!kept)
    })
    fc.assert(law, { numRuns: fuzzRuns(500) })
  })
})

function grew(before: Node, after: Node | undefined): boolean {
  if (after === undefined || kindOf(before) === 'scalar') return sameNode(before, after)
  if (kindOf(before) !== kindOf(after)) return false
  return [...childrenOf(before)].every(([key, child]) => sameNode(child, childOf(after, key)))
}
