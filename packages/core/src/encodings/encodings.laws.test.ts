import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lawRuns } from '../../test/fuzz-runs.ts'
import { ajvVerdict } from '../../test/schema/ajv.ts'
import { closedSchema, valueFor } from '../../test/schema-arbitraries.ts'
import { sorted } from '../../test/sorted.ts'
import { strictViolations } from '../../test/strict-rules.ts'
import { writeKeep, writeOperations } from '../../test/write-patch.ts'
import { applyPatch } from '../apply-patch.ts'
import { compileSkill } from '../compile-skill.ts'
import { mergeState } from '../merge.ts'
import { diff } from '../state/diff.ts'
import { State } from '../state/state.ts'
import { answerSchema } from './answer-schema.ts'
import type { PatchEncoding } from './encoding.ts'
import { keepEncoding } from './keep-encoding.ts'
import { mergeEncoding } from './merge-encoding.ts'
import { operationsEncoding } from './operations-encoding.ts'

const KEEP = { keep: true }

const encodings = { merge: mergeEncoding, operations: operationsEncoding, keep: keepEncoding }
type Name = keyof typeof encodings

const text = { type: 'string' }
const closed = (properties: JsonObject, required: string[]): JsonObject => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})

const desk = {
  schema: closed(
    {
      count: { type: 'integer' },
      note: text,
      tags: { type: 'array', items: text },
      owner: closed({ name: text, age: { type: 'integer' }, constructor: text }, ['name']),
    },
    ['count', 'owner'],
  ),
  state: { count: 1, note: 'n', tags: ['a', 'b'], owner: { name: 'ann', age: 3 } },
}
const store = {
  schema: {
    type: 'object',
    properties: {
      shelves: { type: 'object', additionalProperties: text },
      crates: {
        type: 'object',
        additionalProperties: closed({ size: { type: 'integer' }, label: text }, ['size']),
      },
    },
    additionalProperties: false,
  },
  state: { shelves: { s1: 'item_1' }, crates: { c1: { size: 1, label: 'x' } } },
}
const openKeys =
  /^the encoding "keep" cannot write this state: "\/shelves" leaves keys open; use the encoding/

const set = (path: string, value: JsonValue): JsonValue => ({ op: 'set', path, value })
const remove = (path: string): JsonValue => ({ op: 'delete', path, value: null })
const kept = { count: KEEP, note: KEEP, tags: KEEP, owner: KEEP }

interface Row {
  readonly name: string
  readonly on: { readonly schema: JsonObject; readonly state: JsonObject }
  /** What a model writes, by encoding; for one that cannot write such a state, how it says so. */
  readonly written: { readonly [name in Name]: JsonValue | RegExp }
  readonly after: JsonObject
}

const rows: readonly Row[] = [
  {
    name: 'keeps what is not named',
    on: desk,
    written: { merge: {}, operations: [], keep: kept },
    after: desk.state,
  },
  {
    name: 'deletes a key',
    on: desk,
    written: { merge: { note: null }, operations: [remove('/note')], keep: { ...kept, note: null } },
    after: { count: 1, tags: ['a', 'b'], owner: { name: 'ann', age: 3 } },
  },
  {
    name: 'changes nothing by deleting what is not there',
    on: desk,
    written: {
      merge: { owner: { constructor: null } },
      operations: [remove('/owner/constructor')],
      keep: { ...kept, owner: { name: KEEP, age: KEEP, constructor: null } },
    },
    after: desk.state,
  },
  {
    name: 'sets a nested key and leaves its neighbours',
    on: desk,
    written: {
      merge: { owner: { age: 4 } },
      operations: [set('/owner/age', 4)],
      keep: { ...kept, owner: { name: KEEP, age: 4, constructor: KEEP } },
    },
    after: { ...desk.state, owner: { name: 'ann', age: 4 } },
  },
  {
    name: 'replaces an array as a whole',
    on: desk,
    written: { merge: { tags: ['c'] }, operations: [set('/tags', ['c'])], keep: { ...kept, tags: ['c'] } },
    after: { ...desk.state, tags: ['c'] },
  },
  {
    name: 'sets a required key',
    on: desk,
    written: { merge: { count: 2 }, operations: [set('/count', 2)], keep: { ...kept, count: 2 } },
    after: { ...desk.state, count: 2 },
  },
  {
    name: 'takes a key that objects inherit for an ordinary one',
    on: desk,
    written: {
      merge: { owner: { constructor: 'x' } },
      operations: [set('/owner/constructor', 'x')],
      keep: { ...kept, owner: { name: KEEP, age: KEEP, constructor: 'x' } },
    },
    after: { ...desk.state, owner: { name: 'ann', age: 3, constructor: 'x' } },
  },
  {
    name: 'adds a key to a map',
    on: store,
    written: {
      merge: { shelves: { s2: 'item_2' } },
      operations: [set('/shelves/s2', 'item_2')],
      keep: openKeys,
    },
    after: { ...store.state, shelves: { s1: 'item_1', s2: 'item_2' } },
  },
  {
    name: 'takes __proto__ for an ordinary key of a map',
    on: store,
    written: {
      merge: JSON.parse('{"shelves":{"__proto__":"x"}}'),
      operations: [set('/shelves/__proto__', 'x')],
      keep: openKeys,
    },
    after: JSON.parse('{"shelves":{"s1":"item_1","__proto__":"x"},"crates":{"c1":{"size":1,"label":"x"}}}'),
  },
  {
    name: 'adds an object to a map',
    on: store,
    written: {
      merge: { crates: { c2: { size: 2 } } },
      operations: [set('/crates/c2', { size: 2, label: null })],
      keep: openKeys,
    },
    after: { ...store.state, crates: { c1: { size: 1, label: 'x' }, c2: { size: 2 } } },
  },
  {
    name: 'empties a map',
    on: store,
    written: { merge: { shelves: { s1: null } }, operations: [set('/shelves', {})], keep: openKeys },
    after: { ...store.state, shelves: {} },
  },
]

const skillOf = ({ schema, state }: Row['on'], encoding: PatchEncoding) =>
  compileSkill({ name: 'row', instructions: '', schema, initialState: state }, { encoding })

const validates = (schema: JsonObject, value: JsonValue): boolean => ajvVerdict(schema)(value)

describe.each(Object.entries(encodings))('the encoding %s', (name, encoding) => {
  it.each(rows)('$name', ({ on, written: all, after }) => {
    const written = all[name as Name]
    if (written instanceof RegExp) {
      const derive = () => encoding.patchSchema(on.schema)
      expect(derive).toThrow(expect.objectContaining({ code: 'invalid-skill' }))
      expect(derive).toThrow(written)
      return
    }
    const skill = skillOf(on, encoding)
    const applied = applyPatch(skill, skill.initialState, written)
    expect(applied.ok ? JSON.stringify(applied.value.state.toJSON()) : applied).toBe(JSON.stringify(after))
    expect(validates(encoding.patchSchema(on.schema), written)).toBe(true)
    expect(validates(answerSchema(skill), { reasoning: 'so', state_patch: written, action: 'Wait' })).toBe(
      true,
    )
  })

  it('has a form on one line', () => {
    expect(encoding.form).toMatch(/^[{[] <(dict|list): [^\n]*> [}\]]$/)
  })

  it.each([undefined, null, true, 0, 'text', '{}', Number.NaN, () => {}, Symbol('s')])(
    'rejects %s as a patch, in words',
    (written) => {
      const decoded = encoding.decode(written, State.from(desk.state))
      expect(decoded).toMatchObject({ ok: false, issues: [{ path: '' }] })
      expect(decoded.ok ? '' : decoded.issues[0]?.message).toMatch(
        /^expected a state patch that is a .*, found/,
      )
    },
  )

  it('never throws, whatever is written', () => {
    const json = fc.jsonValue({ maxDepth: 6 })
    const value = fc.oneof(json, fc.constantFrom<unknown>(null, KEEP, Infinity, [[null]], { keep: false }))
    const path = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '/count',
        '/tags/0',
        '/owner',
        '/owner/name',
        '/owner/x/y',
        '',
        '/',
        '/~',
        '/__proto__/a',
      ),
    )
    const operation = fc.record(
      { op: fc.oneof(fc.constantFrom('set', 'delete', 'add'), json), path, value, more: value },
      { requiredKeys: ['op'] },
    )
    const entries = fc.dictionary(fc.constantFrom('count', 'tags', 'owner', '__proto__', 'keep'), value)
    const written = fc.oneof(json, fc.array(operation, { maxLength: 5 }), entries)
    const skill = skillOf(desk, encoding)
    const law = fc.property(written, (patch) => {
      const applied = applyPatch(skill, skill.initialState, patch)
      if (applied.ok) expect(skill.validate(applied.value.state.toJSON())).toEqual([])
      else expect(applied.issues.length).toBeGreaterThan(0)
    })
    fc.assert(law, { numRuns: lawRuns(1000) })
  })

  it.each([
    ['objects', '{"owner":', '{}', '}'],
    ['arrays', '[', '', ']'],
    ['operations', '[{"op":"set","path":"/note","value":', '1', '}]'],
    ['signs', '{"keep":', 'true', '}'],
  ])('rejects %s nested 20,000 levels deep', (_, open, core, close) => {
    const deep: unknown = JSON.parse(open.repeat(20_000) + core + close.repeat(20_000))
    const skill = skillOf(desk, encoding)
    const inOperation = [{ op: 'set', path: '/note', value: deep }]
    const inKey = { owner: { name: deep }, count: deep }
    for (const written of [deep, inOperation, inKey]) {
      expect(applyPatch(skill, skill.initialState, written).ok).toBe(false)
    }
  })
})

describe('whatever the encoding, one change is one merge patch', () => {
  const changes = closedSchema.chain((schema) => {
    const state = valueFor(schema, schema)
    return fc.record({ schema: fc.constant(schema), a: state, b: state })
  })

  it('with a schema, in strict answers that the schema takes', () => {
    let told = 0
    const law = fc.property(changes, ({ schema, a, b }) => {
      const isValid = ajvVerdict(schema)
      if (!isJsonObject(a) || !isJsonObject(b) || !isValid(a) || !isValid(b)) return
      const before = State.from(a)
      const patch = diff(a, b)
      const written: { readonly [name in Name]: JsonValue } = {
        merge: patch,
        operations: writeOperations(patch, a),
        keep: writeKeep(schema, patch, false, a),
      }
      for (const [name, encoding] of Object.entries(encodings)) {
        const state_patch = written[name as Name]
        const decoded = encoding.decode(state_patch, before)
        expect(decoded).toEqual({ ok: true, value: patch })
        const answer = answerSchema({ schema, options: { encoding } })
        if (name !== 'merge') expect(strictViolations(answer)).toEqual([])
        const fits = validates(answer, { reasoning: '', state_patch, action: '' })
        if (!fits) expect({ schema, name, state_patch }).toBe('accepted')
        told += 1
      }
      expect(sorted(mergeState(before, patch).after.toJSON())).toEqual(sorted(b))
    })
    fc.assert(law, { numRuns: Math.ceil(lawRuns(1000) / 10) }) // each compiles several schemas
    expect(told).toBeGreaterThan(lawRuns(1000) * 0.06)
  })

  const key = fc.constantFrom('a', 'b/~', '', '0', '__proto__', 'constructor')
  const { object } = fc.letrec<{ value: JsonValue; object: JsonObject }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom<JsonValue>(0, 'v', true, [], [{ a: 1 }, 'v']),
      tie('object'),
      tie('object'),
    ),
    object: fc.dictionary(key, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  }))

  it('between any two states, in operations', () => {
    const law = fc.property(object, object, (a, b) => {
      const patch = diff(a, b)
      const decoded = operationsEncoding.decode(writeOperations(patch, a), State.from(a))
      expect(decoded.ok && sorted(decoded.value)).toEqual(sorted(patch))
      const after = decoded.ok && mergeState(State.from(a), decoded.value).after.toJSON()
      expect(after && sorted(after)).toEqual(sorted(b))
    })
    fc.assert(law, { numRuns: lawRuns(1000) })
  })
})
