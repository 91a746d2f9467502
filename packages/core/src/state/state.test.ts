import type { JsonObject } from '@skill-state/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { onOneLine } from '../json/python-json.ts'
import { State, toStateValue } from './state.ts'

/** Set (a number) or delete (absent) of one of many keys, some of them integer-like, some hostile. */
const key = fc.oneof(
  fc.nat(150).map((at) => `k${at}`),
  fc.constantFrom('0', '7', '10', '42', '4294967294', '4294967295', '007', '-1', '1.5', '', '__proto__', 'é'),
)
const changes = fc.array(fc.tuple(key, fc.option(fc.nat(9), { nil: undefined, freq: 3 })), {
  maxLength: 400,
  size: 'max',
})

function plainWith(plain: JsonObject, name: string, value: number): JsonObject {
  const copy = { ...plain }
  Object.defineProperty(copy, name, { value, writable: true, enumerable: true, configurable: true })
  return copy
}

describe('a state is an object of JavaScript that never changes', () => {
  it('in keys, order, values and text, and so is every earlier one', () => {
    const law = fc.property(changes, fc.nat(), (list, pick) => {
      let [state, plain] = [State.EMPTY, {} as JsonObject]
      const versions: [State, JsonObject][] = []
      for (const [name, value] of list) {
        state = value === undefined ? state.without(name) : state.with(name, value)
        const { [name]: _, ...rest } = plain
        plain = value === undefined ? rest : plainWith(plain, name, value)
        versions.push([state, plain])
      }
      const [older, olderPlain] = versions[pick % Math.max(1, versions.length)] ?? [state, plain]
      for (const [is, expected] of [[state, plain] as const, [older, olderPlain] as const]) {
        expect(is.text).toBe(onOneLine(expected, ',', ':'))
        expect(JSON.stringify(is.toJSON())).toBe(JSON.stringify(expected))
        expect([...is.entries()]).toEqual(Object.entries(expected))
        expect(is.size).toBe(Object.keys(expected).length)
      }
      const forked = older.with('fork', 1)
      expect(forked.get('fork')).toBe(1)
      for (const name of Object.keys(olderPlain)) expect(older.get(name)).toBe(olderPlain[name])
      expect(older.get('fork')).toBeUndefined()
    })
    fc.assert(law, { numRuns: 150 })
  })

  it('from another object, whatever that has in it', () => {
    const object = fc.dictionary(key, fc.jsonValue()) as fc.Arbitrary<JsonObject>
    const law = fc.property(object, (json) => {
      const state = State.from(json)
      const text = onOneLine(JSON.parse(JSON.stringify(json)), ',', ':')
      expect(state.text).toBe(text)
      expect(onOneLine(state.toJSON(), ',', ':')).toBe(text)
    })
    fc.assert(law, { numRuns: 200 })
  })
})

describe('a state', () => {
  it('does not see later changes of the object that it came from', () => {
    const json = { list: [{ a: 1 }], map: { a: 1 } }
    const state = State.from(json)
    json.list.push({ a: 2 })
    json.map.a = 2
    expect(state.text).toBe('{"list":[{"a":1}],"map":{"a":1}}')
  })

  it('is written out as one frozen object, which keeps what did not change', () => {
    const before = State.from({ a: { x: 1 }, b: { y: [1] } })
    const after = before.with('a', toStateValue({ x: 2 }))
    expect(after.toJSON()).toBe(after.toJSON())
    expect(after.toJSON().b).toBe(before.toJSON().b)
    expect(() => Object.assign(after.toJSON(), { c: 1 })).toThrow(TypeError)
    expect(() => Object.assign(after.toJSON().b as object, { z: 1 })).toThrow(TypeError)
    expect(() => (after.toJSON().b as unknown as { y: number[] }).y.push(2)).toThrow(TypeError)
  })

  it('is the same state if nothing changes', () => {
    const state = State.from({ a: 1 })
    expect(state.with('a', 1)).toBe(state)
    expect(state.without('b')).toBe(state)
  })

  it('writes numbers, text and keys as Python does', () => {
    const state = State.from({ é: '"\\\u007f😀', n: [-0, 1e21, 1e-7, true, null] })
    const text = String.raw`{"\u00e9":"\"\\\u007f\ud83d\ude00","n":[0,1000000000000000000000,1e-07,true,null]}`
    expect(state.text).toBe(text)
    expect(state.with('m', -0).without('é').text).toBe(
      '{"n":[0,1000000000000000000000,1e-07,true,null],"m":0}',
    )
  })
})
