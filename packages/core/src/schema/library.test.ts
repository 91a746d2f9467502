import type { JsonObject, StateSchema } from '@skill-state/protocol'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { z as zod3 } from 'zod/v3'
import { applyPatch } from '../apply-patch.ts'
import { compileSkill } from '../compile-skill.ts'

function compile(schema: StateSchema, initialState: JsonObject) {
  return compileSkill({ name: 'demo', instructions: '', schema, initialState })
}

function reasonsFor(schema: StateSchema, initialState: JsonObject, patch: JsonObject) {
  const skill = compile(schema, initialState)
  const result = applyPatch(skill, skill.initialState, patch)
  return result.ok ? [] : result.issues.map(({ path, message }) => `${path}: ${message}`)
}

describe('the JSON Schema that was passed is what is compiled', () => {
  const job = z.object({ status: z.string(), note: z.string().optional() })

  it('also if zod made it', () => {
    const schema = z.toJSONSchema(job) as JsonObject
    expect(reasonsFor(schema, { status: 'new' }, { junk: 1 })).toEqual([
      '/junk: expected only the keys "status", "note"; found this one',
    ])
    expect(reasonsFor(schema, { status: 'new' }, { status: null })).toHaveLength(1)
  })

  it('with what was added to it', () => {
    const schema = z.toJSONSchema(job)
    Object.assign(schema.properties?.status ?? {}, { maxLength: 3 })
    expect(reasonsFor(schema as JsonObject, { status: 'new' }, { status: 'older' })).toEqual([
      '/status: must NOT have more than 3 characters, found the string "older"',
    ])
  })
})

describe('what each form of zod means for a state', () => {
  it.each<[string, z.ZodType, boolean]>([
    ['object: closed', z.object({ a: z.int() }), false],
    ['strictObject: closed', z.strictObject({ a: z.int() }), false],
    ['looseObject: open', z.looseObject({ a: z.int() }), true],
    ['catchall: further keys by its schema', z.object({ a: z.int() }).catchall(z.int()), true],
    ['record: any keys', z.record(z.string(), z.int()), true],
  ])('%s', (_, schema, open) => {
    expect(reasonsFor(schema as never, { a: 1 }, { b: 1 })).toHaveLength(open ? 0 : 1)
  })

  it('a key with a default must stay', () => {
    const schema = z.object({ a: z.int().default(0) })
    expect(reasonsFor(schema, { a: 1 }, { a: null })).toEqual([
      '/a: expected a value of type integer here, found nothing: the key is required',
    ])
  })
})

describe('rules that only the library knows are asked of it', () => {
  const small = z.number().refine((value) => value < 5, 'must be small')

  it.each<[string, StateSchema, JsonObject, JsonObject, string[]]>([
    ['refine', z.object({ n: small }), { n: 1 }, { n: 99 }, ['/n: must be small']],
    [
      'refine, in a map',
      z.object({ m: z.record(z.string(), small) }),
      { m: { a: 1 } },
      { m: { b: 9 } },
      ['/m/b: must be small'],
    ],
    [
      'refine, on a level above the change',
      z.object({
        pair: z.object({ a: z.int(), b: z.int() }).refine(({ a, b }) => a < b, 'a must be below b'),
      }),
      { pair: { a: 1, b: 2 } },
      { pair: { a: 3 } },
      ['/pair: a must be below b'],
    ],
    [
      'superRefine, on the whole',
      z.object({ a: z.int(), b: z.int() }).superRefine(({ a, b }, context) => {
        if (a + b > 5) context.addIssue({ code: 'custom', path: ['b'], message: 'too much' })
      }),
      { a: 1, b: 2 },
      { a: 4 },
      ['/b: too much'],
    ],
    [
      'a format that JSON Schema only names',
      z.object({ link: z.url() }),
      { link: 'https://a.org' },
      { link: 'nowhere' },
      ['/link: Invalid URL'],
    ],
    [
      'a rule that changes the value',
      z.object({ name: z.string().trim() }),
      { name: 'x' },
      { name: ' x ' },
      ['/name: the schema would change this value: write what it makes of it'],
    ],
    [
      'a rule that throws',
      z.object({ list: z.array(z.string()).refine((all) => (all[0] as string).length > 0) }),
      { list: ['x'] },
      { list: [] },
      ['/list: a rule of the schema failed, or is asynchronous: it cannot be checked'],
    ],
  ])('%s', (_, schema, initial, patch, reasons) => {
    expect(reasonsFor(schema, initial, patch)).toEqual(reasons)
    expect(compile(schema, initial).validate(initial)).toEqual([])
  })

  it('only at what a change touches', () => {
    let asked = 0
    const counted = z.string().refine(() => {
      asked += 1
      return true
    })
    const shelves = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`s${at}`, 'x']))
    const skill = compile(z.object({ shelves: z.record(z.string(), counted) }), { shelves })
    asked = 0
    expect(applyPatch(skill, skill.initialState, { shelves: { s7: 'y' } }).ok).toBe(true)
    expect(asked).toBe(1)
  })

  it('of any library that gives JSON Schema', () => {
    const schema = {
      '~standard': {
        vendor: 'own',
        jsonSchema: { output: () => ({ type: 'object' }) },
        validate: (value: unknown) =>
          (value as JsonObject).a === 9 ? { issues: [{ message: 'no 9', path: [{ key: 'a' }] }] } : { value },
      },
    }
    expect(reasonsFor(schema, {}, { a: 9 })).toEqual(['/a: no 9'])
    expect(reasonsFor(schema, {}, { a: 8 })).toEqual([])
  })
})

describe('what cannot be checked does not compile', () => {
  it.each<[string, unknown, RegExp]>([
    [
      'zod 3',
      zod3.object({ a: zod3.string() }),
      /the library "zod" gives no JSON Schema for it: use zod 4, or pass JSON Schema/,
    ],
    [
      'an object with a parser only',
      { parse: (value: unknown) => value },
      /expected JSON Schema, or a schema of zod 4, found a function at "\/parse"/,
    ],
    ['an object of a class', new Map([['type', 'object']]), /expected JSON Schema/],
    [
      'a transformation',
      z.object({ a: z.string().transform((text) => text.length) }),
      /Transforms cannot be represented/,
    ],
    [
      'an asynchronous rule',
      z.object({ a: z.string().optional() }).refine(async () => true),
      /is asynchronous/,
    ],
  ])('%s', (_, schema, reason) => {
    expect(() => compile(schema as StateSchema, {})).toThrow(
      expect.objectContaining({ code: 'invalid-skill', message: expect.stringMatching(reason) }),
    )
  })
})
