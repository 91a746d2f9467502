import { describe, expect, it } from 'vitest'
import { applyPatch } from './apply-patch.ts'
import { compileSkill } from './compile-skill.ts'
import { MAX_DEPTH, MAX_ISSUES } from './json/limits.ts'
import { State } from './state/state.ts'

const initialState = { count: 1, shelves: { s1: 'item_1' } }
const skill = compileSkill({
  name: 'store',
  instructions: '',
  initialState,
  schema: {
    type: 'object',
    properties: {
      count: { type: 'integer' },
      shelves: { type: 'object', additionalProperties: { type: 'string' } },
    },
    required: ['count', 'shelves'],
    additionalProperties: true,
  },
})
const anything = compileSkill({ name: 'anything', instructions: '', initialState: {}, schema: {} })

const nest = (levels: number): string => ['{"a":'.repeat(levels - 1), '{}', '}'.repeat(levels - 1)].join('')

describe('applyPatch', () => {
  it('gives the merged state', () => {
    const patch = { shelves: { s1: null, s2: 'item_2' } }
    const result = applyPatch(skill, skill.initialState, patch)
    expect(result).toMatchObject({ ok: true, value: { patch } })
    expect(result.ok && result.value.state.toJSON()).toEqual({ count: 1, shelves: { s2: 'item_2' } })
  })

  it.each([
    ['"text"', '', 'expected a state patch that is a JSON object, found the string "text"'],
    ['[1]', '', 'expected a state patch that is a JSON object, found an array of 1'],
    ['null', '', 'expected a state patch that is a JSON object, found null'],
    ['{"x":1e999}', '/x', 'expected a finite number, found Infinity'],
    ['{"x":[{"y":null}]}', '/x/0/y', 'expected no null: the state never holds one; leave the entry out'],
    ['{"x":[null]}', '/x/0', 'expected no null: the state never holds one; leave the entry out'],
    ['{"count":"two"}', '/count', 'expected type integer, found the string "two"'],
    ['{"count":null}', '/count', 'expected a value of type integer here, found nothing: the key is required'],
    ['{"shelves":{"a/b~":3}}', '/shelves/a~1b~0', 'expected type string, found the number 3'],
  ])('rejects %s', (patch, path, message) => {
    const before = JSON.stringify(initialState)
    expect(applyPatch(skill, State.from(initialState), JSON.parse(patch))).toEqual({
      ok: false,
      mistake: 'schema',
      issues: [{ path, message }],
    })
    expect(JSON.stringify(initialState)).toBe(before)
  })

  it('counts depth from the root', () => {
    expect(applyPatch(anything, State.EMPTY, JSON.parse(nest(MAX_DEPTH))).ok).toBe(true)
    expect(applyPatch(anything, State.EMPTY, JSON.parse(nest(MAX_DEPTH + 1))).ok).toBe(false)
  })

  it('rejects what is not JSON at all, cycles included', () => {
    const cycle: Record<string, unknown> = {}
    cycle.self = cycle
    expect(applyPatch(anything, State.EMPTY, cycle).ok).toBe(false)
    expect(applyPatch(anything, State.EMPTY, { x: undefined }).ok).toBe(false)
  })

  it('rejects a patch of more values than anybody writes, in no time', () => {
    const patch = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`k${at}`, at]))
    expect(applyPatch(skill, skill.initialState, patch)).toEqual({
      ok: false,
      mistake: 'schema',
      issues: [{ path: '', message: 'expected at most 2000 values: change less in one step' }],
    })
  })

  it('lists a bounded number of reasons', () => {
    const shelves = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`s${at}`, at]))
    const result = applyPatch(skill, skill.initialState, { shelves })
    expect(result.ok ? [] : result.issues).toHaveLength(MAX_ISSUES + 1)
  })

  it.each([
    ['a date', new Date(0)],
    ['a map', new Map()],
    ['a list with a hole', new Array<number>(2).fill(1, 0, 1)],
  ])('rejects %s, which JSON has not', (_, value) => {
    expect(applyPatch(anything, State.EMPTY, { x: { y: value } })).toMatchObject({
      ok: false,
      mistake: 'schema',
    })
  })

  it('gives short reasons for a key of 10 MB', () => {
    const key = 'k'.repeat(10_000_000)
    const refused = applyPatch(skill, skill.initialState, { shelves: { [key]: 1 } })
    expect(JSON.stringify(refused).length).toBeLessThan(5_000)
    const noted = applyPatch(anything, State.EMPTY, { [key]: null })
    expect(noted.ok && JSON.stringify(noted.value.notes).length).toBeLessThan(5_000)
  })
})
