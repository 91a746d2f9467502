import type { JsonObject, Skill } from '@skill-state/protocol'
import fc from 'fast-check'
import { applyPatch } from '../src/apply-patch.ts'
import { type CompiledSkill, compileSkill, type PatchOptions } from '../src/compile-skill.ts'
import { keepEncoding } from '../src/encodings/keep-encoding.ts'
import { operationsEncoding } from '../src/encodings/operations-encoding.ts'
import { maxDeletions, maxStateChars, schemaGuards } from '../src/guards/index.ts'
import { onOneLine } from '../src/json/python-json.ts'
import { merge } from '../src/merge.ts'
import type { State } from '../src/state/state.ts'
import type { Subject } from './_fuzz-subject.ts'

const map: Skill = {
  name: 'map',
  instructions: '',
  initialState: { a: { x: 'v' }, list: [1] },
  schema: {
    type: 'object',
    properties: {
      a: {
        type: 'object',
        propertyNames: { maxLength: 30 },
        additionalProperties: { type: ['string', 'object'], 'x-named-by-action': true },
        'x-keep-container': true,
      },
      list: { type: 'array', 'x-merge': { rule: 'append', most: 5 } },
      b: { anyOf: [{ type: 'integer' }, { type: 'object', required: ['x'] }] },
    },
    required: ['a'],
  },
}
const closed: Skill = {
  name: 'closed',
  instructions: '',
  initialState: { a: 'v', b: { x: 1 } },
  schema: {
    type: 'object',
    properties: {
      a: { type: 'string', maxLength: 50 },
      b: {
        type: 'object',
        properties: { x: { type: 'number' }, a: { type: 'array', items: { type: 'string' } } },
        required: ['x'],
        additionalProperties: false,
      },
      c: { enum: ['v', 1, true] },
    },
    required: ['a'],
    additionalProperties: false,
  },
}
const anything: Skill = { name: 'anything', instructions: '', initialState: {}, schema: {} }

const skills: readonly CompiledSkill[] = (
  [
    [map, {}],
    [map, { depth: 'shallow' }],
    [
      map,
      {
        guards: [...schemaGuards(map.schema as JsonObject), maxDeletions(2), maxStateChars(2_000)],
      },
    ],
    [closed, {}],
    [closed, { encoding: operationsEncoding }],
    [closed, { encoding: keepEncoding }],
    [anything, {}],
    [anything, { encoding: operationsEncoding }],
  ] satisfies [Skill, PatchOptions][]
).map(([skill, options]) => compileSkill(skill, options))

const cycle: { self?: unknown; a: unknown } = { a: 1 }
cycle.self = cycle

const key = fc.constantFrom(
  'a',
  'b',
  'c',
  'x',
  'list',
  '',
  '7',
  '10',
  '__proto__',
  'constructor',
  'a/b~',
  '\ud800',
)
const odd = fc.constantFrom<unknown>(
  ...['', 'v', 'x'.repeat(10_000), '\udc00', '__proto__', '/a', '/a/x', '/b/x', 'set', 'delete'],
  ...[0, -0, 1, 1.5, 1e300, 2 ** 53 + 2, Number.NaN, Number.POSITIVE_INFINITY, true, null, undefined],
  ...[
    1n,
    Symbol('s'),
    () => 1,
    new Date(0),
    /r/,
    cycle,
    deep(150, 'object'),
    deep(150, 'array'),
    { keep: true },
  ],
)
const { value } = fc.letrec<{ value: unknown; object: unknown }>((tie) => ({
  object: fc
    .array(fc.tuple(key, tie('value')), { maxLength: 4 })
    .map((entries) => Object.fromEntries(entries)),
  value: fc.oneof(
    { maxDepth: 4 },
    odd,
    fc.constantFrom('v', 1, ['v'], 'x'),
    tie('object'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.record({ op: odd, path: odd, value: tie('value') }),
    fc.array(fc.record({ op: fc.constantFrom('set', 'delete'), path: odd, value: tie('value') }), {
      maxLength: 3,
    }),
  ),
}))

const STEPS = 10

/** Patches, whatever they are, applied one after the other to a state. */
export const patches: Subject<unknown> = {
  name: 'patches',
  casesPerRun: STEPS,
  arbitrary: fc.tuple(fc.constantFrom(...skills), fc.array(value, { minLength: STEPS, maxLength: STEPS })),
  run: (input) => {
    const [skill, written] = input as [CompiledSkill, unknown[]]
    let state = skill.initialState
    let taken = 0
    for (const each of written) {
      const before = state.text
      const result = applyPatch(skill, state, each, { action: 'do x and v' })
      if (state.text !== before) throw new Error('the state before has changed')
      if (!result.ok) {
        if (result.issues.length === 0) throw new Error('rejected without a reason')
        continue
      }
      taken += 1
      checkTaken(skill, state, result.value.state, result.value.patch)
      state = result.value.state
    }
    return taken
  },
}

function checkTaken(skill: CompiledSkill, before: State, after: State, patch: JsonObject): void {
  const json = after.toJSON()
  const [issue] = skill.validate(json)
  if (issue) throw new Error(`the state does not fit its schema at "${issue.path}": ${issue.message}`)
  if (onOneLine(json, ',', ':') !== after.text) throw new Error('the text is not that of the state')
  if (JSON.stringify(merge(before.toJSON(), patch)) !== JSON.stringify(json)) {
    throw new Error('the patch on record does not lead to the state')
  }
}

function deep(levels: number, kind: 'object' | 'array'): unknown {
  let nested: unknown = 1
  for (let level = 0; level < levels; level += 1) nested = kind === 'object' ? { a: nested } : [nested]
  return nested
}
