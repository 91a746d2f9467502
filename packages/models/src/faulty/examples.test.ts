import type { JsonObject } from '@skill-state/protocol'
import { mersenne } from 'pure-rand/generator/mersenne'
import { expect, test } from 'vitest'
import { sceneOf } from '../../test/faulty-scenes.ts'
import { type FaultClass, variants } from './_inject.ts'
import type { Injection } from './_variant.ts'

const before = '{"state_patch":'
const shelf = { m: { shelf_7: 'item_12' } }
const move = { m: { shelf_6: null, shelf_7: 'item_12' } }

/** Every outcome of a variant over many draws, in the order of the text. */
function outcomes(name: FaultClass, kind: string, state: JsonObject, patch: JsonObject): readonly string[] {
  const variant = variants[name].find((row) => row.kind === kind)
  const seen = new Set<string>()
  for (let seed = 0; seed < 200; seed += 1) {
    const injection = variant?.inject(sceneOf(state, patch), mersenne(seed))
    if (injection) seen.add(block(injection))
  }
  return [...seen].sort()
}

function block({ text }: Injection): string {
  return text.replace('I go.\n\n```json\n', '').replace('\n```\nThat is all.', '')
}

function withPatch(patch: unknown): string {
  return JSON.stringify({ state_patch: patch, action: 'Go' })
}

const three = { m: { a: '1', b: '2', c: '3' } }

test.each<[FaultClass, string, JsonObject, JsonObject, unknown[]]>([
  ['overwrite', 'delete-entry', { m: { a: '1' }, n: 2 }, {}, [{ m: { a: null } }, { n: null }]],
  ['overwrite', 'delete-entry', { m: { a: '1', b: '2' } }, { m: { a: 'x' } }, [{ m: { a: 'x', b: null } }]],
  ['overwrite', 'delete-entry', { m: { a: '1' } }, { m: { a: 'x' } }, []],
  ['overwrite', 'delete-entry', { m: { a: '1' } }, { m: 1 }, []],
  ['overwrite', 'delete-entry', {}, shelf, []],
  [
    'overwrite',
    'overwrite-entry',
    { m: { a: '1', b: '2', c: 3 } },
    { m: { b: null } },
    [{ m: { b: null, a: '2' } }],
  ],
  ['overwrite', 'overwrite-entry', { m: { a: '1', b: '1' } }, {}, []],
  [
    'overwrite',
    'omit-entries',
    three,
    { m: { a: null } },
    [{ m: { b: '2', a: null } }, { m: { c: '3', a: null } }],
  ],
  [
    'overwrite',
    'omit-entries',
    { ...three, n: { a: 1, b: 2 } },
    { n: { c: 3 } },
    [{ n: { a: 1, c: 3 } }, { n: { b: 2, c: 3 } }],
  ],
  ['overwrite', 'omit-entries', { m: { a: '1' } }, { m: { b: '2' } }, []],
  ['overwrite', 'omit-entries', three, { m: null }, []],
  ['overwrite', 'null-container', { ...three, n: {} }, { m: { d: '4' } }, [{ m: null }]],
  ['overwrite', 'null-container', three, { m: null }, []],
  ['overwrite', 'scalar-container', { l: three }, {}, [{ l: 1 }, { l: { m: 3 } }]],
  ['schema', 'unknown-key', { notes: '', status: '', last_action: '' }, {}, [{ updated_state: 'updated' }]],
  ['schema', 'leaf-type', {}, { a: 'item_12', b: null }, [{ a: 12, b: null }]],
  ['schema', 'leaf-type', {}, { a: { b: 'ab' }, c: {} }, [{ a: { b: 2 }, c: {} }]],
  ['schema', 'leaf-type', {}, { a: 3 }, [{ a: '3' }]],
  ['schema', 'leaf-type', {}, { a: null }, []],
  ['schema', 'list-for-map', {}, move, [{ m: [{ shelf_6: null }, { shelf_7: 'item_12' }] }]],
  ['schema', 'list-for-map', {}, { a: 1 }, []],
  ['schema', 'map-for-list', {}, { a: ['x', 'y'] }, [{ a: { 0: 'x', 1: 'y' } }]],
  ['schema', 'map-for-list', {}, { a: null, b: 'c' }, []],
  ['schema', 'null-in-list', {}, { a: ['x'], b: 1 }, [{ a: ['x', null], b: 1 }]],
  ['schema', 'null-in-list', {}, move, [{ m: { shelf_6: null, shelf_7: ['item_12', null] } }]],
  ['schema', 'misspelled-key', { m: { ba_1: 1 } }, { m: { abb_1: 1 } }, [{ m: { bab_1: 1 } }]],
  ['schema', 'misspelled-key', { m: { ba_1: 1 } }, { m: { ab_1: 1 }, cd: 2 }, []],
  ['schema', 'misspelled-key', {}, { m: { ab_1: null } }, []],
  ['schema', 'patch-as-text', {}, shelf, ['{"m":{"shelf_7":"item_12"}}']],
  ['schema', 'patch-as-list', {}, shelf, [[shelf]]],
  [
    'wrong',
    'swapped-values',
    { m: { shelf_6: 'item_12' } },
    move,
    [{ m: { shelf_6: 'item_12', shelf_7: null } }],
  ],
  ['wrong', 'swapped-values', {}, { a: 1, m: { b: 2 } }, []],
  ['wrong', 'neighbouring-key', {}, shelf, [{ m: { shelf_8: 'item_12' } }]],
  [
    'wrong',
    'neighbouring-key',
    { m: { shelf_8: 'x', shelf_9: 'y' } },
    shelf,
    [{ m: { shelf_10: 'item_12' } }],
  ],
  ['wrong', 'neighbouring-key', {}, { m: { key_09: 1, key: 2 } }, [{ m: { key: 2, key_10: 1 } }]],
  ['wrong', 'neighbouring-key', {}, { shelf_7: null, a: 1 }, []],
  [
    'wrong',
    'forgotten-entry',
    { m: { shelf_6: 'x' } },
    move,
    [{ m: { shelf_6: null } }, { m: { shelf_7: 'item_12' } }],
  ],
  ['wrong', 'forgotten-entry', {}, shelf, []],
  ['wrong', 'forgotten-patch', {}, shelf, [{}]],
  ['wrong', 'forgotten-patch', shelf, shelf, []],
])('%s, %s: on %j, %j becomes one of %j', (name, kind, state, patch, patches) => {
  expect(outcomes(name, kind, state, patch)).toEqual(patches.map(withPatch).sort())
})

test.each<[string, JsonObject, string[]]>([
  ['missing-brace', {}, ['{"state_patch":{,"action":"Go"}', '{"state_patch":{},"action":"Go"']],
  ['missing-comma', { a: [1, 2] }, [`${before}{"a":[1,2]}"action":"Go"}`]],
  ['trailing-comma', {}, [`${before}{},"action":"Go",}`]],
  [
    'trailing-comma',
    { a: [1], b: [] },
    [
      `${before}{"a":[1,],"b":[]},"action":"Go"}`,
      `${before}{"a":[1],"b":[],},"action":"Go"}`,
      `${before}{"a":[1],"b":[]},"action":"Go",}`,
    ],
  ],
  [
    'unquoted-key',
    { 'a-b': 1, c: 2 },
    [
      '{state_patch:{"a-b":1,"c":2},"action":"Go"}',
      `${before}{"a-b":1,"c":2},action:"Go"}`,
      `${before}{"a-b":1,c:2},"action":"Go"}`,
    ],
  ],
  ['single-quotes', { a: 'it\'s "b"' }, [`{'state_patch':{'a':'it\\'s \\"b\\"'},'action':'Go'}`]],
  [
    'python-literals',
    { a: null, b: true, c: 'null' },
    [`${before}{"a":None,"b":True,"c":"null"},"action":"Go"}`],
  ],
  ['python-literals', { a: 'true' }, []],
])('syntax, %s: %j becomes one of %j', (kind, patch, texts) => {
  expect(outcomes('syntax', kind, {}, patch)).toEqual(texts.sort())
})

test('missing-quote leaves one quote of a string out', () => {
  const texts = outcomes('syntax', 'missing-quote', {}, {})
  expect(texts).toHaveLength(6)
  expect(texts).toContain('{"state_patch:{},"action":"Go"}')
})

test('truncated ends within the block, at an output limit', () => {
  const truncated = variants.syntax.find(({ kind }) => kind === 'truncated')
  const ends = new Set<number>()
  for (let seed = 0; seed < 500; seed += 1) {
    const scene = sceneOf({}, {})
    const injection = truncated?.inject(scene, mersenne(seed))
    const whole = scene.block.before + scene.block.json
    expect(injection?.finishReason).toBe('length')
    expect(whole.startsWith(injection?.text ?? '?')).toBe(true)
    ends.add((injection?.text.length ?? 0) - scene.block.before.length)
  }
  expect([Math.min(...ends), Math.max(...ends)]).toEqual([1, '{"state_patch":{},"action":"Go"}'.length - 1])
})

test('missing-action leaves the patch as it is', () => {
  expect(outcomes('schema', 'missing-action', {}, shelf)).toEqual([JSON.stringify({ state_patch: shelf })])
})
