import type { JsonObject } from '@skill-state/protocol'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { compileSkill } from '../compile-skill.ts'
import { readJson } from '../json/lenient-json.ts'
import { mergeState } from '../merge.ts'
import { compileJsonSchema } from './json-schema.ts'
import { precompile } from './precompile.ts'

const schema = z.strictObject({
  name: z.string().min(2),
  mode: z.union([z.literal('on'), z.strictObject({ at: z.array(z.int()).max(2) })]),
  shelves: z.record(
    z.string().regex(/^s[0-9]$/),
    z.strictObject({ item: z.string().max(3), flags: z.json() }),
  ),
})
const initialState: JsonObject = { name: 'né', mode: { at: [1] }, shelves: {} }
const skill = { name: 'demo', instructions: '', schema, initialState }

async function load(source: string): Promise<{ readonly schema: JsonObject }> {
  return await import(`data:text/javascript,${encodeURIComponent(source)}`)
}

it('writes a module that judges as the compiled schema does', async () => {
  const source = precompile(skill)
  expect(/require\(|import/.test(source)).toBe(false)
  const precompiled = compileSkill({ ...skill, ...(await load(source)) })
  const compiled = compileSkill(skill)
  const patches: JsonObject[] = [
    { name: 'x' },
    { name: '😀😀' },
    { name: '😀' },
    { mode: { at: [1, 2, 3] } },
    { mode: 'on' },
    { shelves: { s1: { item: 'abc', flags: { a: [true] } } } },
    { shelves: { s1: { item: 'abcd', flags: [] } } },
    { shelves: { t1: { item: 'abc', flags: [] } } },
    { shelves: { s1: { item: 'abc' } } },
    { more: 1 },
    { name: null },
  ]
  let [accepted, state] = [0, compiled.initialState]
  for (const patch of patches) {
    const change = mergeState(state, patch)
    const issues = compiled.validateChange(change)
    expect(precompiled.validateChange(change)).toEqual(issues)
    if (issues.length > 0) continue
    accepted += 1
    state = change.after
  }
  expect(accepted).toBe(4)
})

it('keeps a key __proto__ wherever the schema has one', async () => {
  const text = String.raw`{
    "type": "object",
    "properties": {"__proto__": {"type": "string"}, "x\"__proto__": {"const": {"__proto__": 1}}, "^\\": {}},
    "patternProperties": {"^\\d[{],\"__proto__\":": {"enum": [{"a": 1, "__proto__": {"b": 2}}]}},
    "$defs": {"__proto__": {"title": "{\"__proto__\":1}"}}
  }`
  const proto = readJson(text) as JsonObject
  const loaded = await load(precompile({ name: 'proto', schema: proto }))
  expect(JSON.stringify(loaded.schema)).toBe(JSON.stringify(proto))
  const checks = [proto, loaded.schema].map((each) => compileJsonSchema(each))
  for (const value of [
    '{"__proto__":1}',
    '{"__proto__":"x"}',
    '{"a":1,"__proto__":{"b":2}}',
    '{"1{,\\"__proto__\\":":{}}',
  ]) {
    const [compiled, precompiled] = checks.map((check) => check(readJson(value) as JsonObject))
    expect(precompiled).toEqual(compiled)
  }
})

it('rejects rules that only the library can check', () => {
  const even = z.strictObject({ a: z.number().refine((value) => value % 2 === 0) })
  expect(() => precompile({ name: 'demo', schema: even })).toThrow(/rules that only its library can check/)
})

it.each([
  ['a schema that does not compile', { type: 'banana' }],
  ['a zod schema without a JSON form', z.object({ at: z.date() })],
])('rejects %s', (_, bad) => {
  expect(() => precompile({ name: 'demo', schema: bad })).toThrow(
    expect.objectContaining({ code: 'invalid-skill', message: expect.stringContaining('"demo"') }),
  )
})
