import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ToolWorld } from '../tool-world.ts'
import { contentOf } from './content.ts'
import { resultText, shorten, windowOf } from './result-text.ts'

const loop: { name: string; self?: unknown } = { name: 'a' }
loop.self = loop

const broken = {
  ok: 1,
  get bad(): never {
    throw new Error('no access')
  },
}

test.each([
  ['a bigint as its digits', { id: 12n }, '{"id":"12"}'],
  ['a map as its entries', new Map([['a', { n: 1n }]]), '[["a",{"n":"1"}]]'],
  ['a set as an array', { tags: new Set(['a', 'b']) }, '{"tags":["a","b"]}'],
  [
    'an error with its name and message',
    new RangeError('too far'),
    '{"name":"RangeError","message":"too far"}',
  ],
  ['a cycle as a mark', loop, '{"name":"a","self":"[contains itself]"}'],
  ['a getter that throws as a mark', broken, '{"ok":1,"bad":"[cannot be read: no access]"}'],
  ['a date as its text', { at: new Date(0) }, '{"at":"1970-01-01T00:00:00.000Z"}'],
  ['nothing as a sentence', undefined, 'Done, without any result.'],
])('writes %s', (_, result, text) => {
  expect(resultText(result)).toBe(text)
})

test('law: never throws, and writes JSON as JSON.stringify does', () => {
  fc.assert(
    fc.property(fc.anything({ withBigInt: true, withMap: true, withSet: true }), (value) => {
      expect(typeof resultText(value)).toBe('string')
    }),
  )
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      if (typeof value !== 'string') expect(resultText(value)).toBe(JSON.stringify(value).toWellFormed())
    }),
  )
})

test('a call whose result JSON cannot hold counts as done', async () => {
  const act = { description: 'Acts.', input: { type: 'object' }, execute: () => ({ id: 7n, loop }) } as const
  const world = new ToolWorld({ tools: { act } })
  await world.reset()
  const observation = await world.step({ act: {} })
  expect(observation.refused).toBeUndefined()
  expect(observation.text).toBe('{"id":"7","loop":{"name":"a","self":"[contains itself]"}}')
})

test('a long text is not read key by key', () => {
  const text = new Proxy(Object('a long text'), {
    ownKeys: () => {
      throw new Error('a key for each character')
    },
    get: (target, name) => Reflect.get(target, name, target),
  })
  expect(contentOf(text).parts).toEqual([])
})

describe('parts of a result', () => {
  const texts = fc.string({ unit: 'grapheme', minLength: 600, maxLength: 3_000 })
  test('law: are never too long, and are parts', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 500, max: 700 }), fc.nat(599), (text, most, from) => {
        const [window = '', ...rest] = windowOf(text, 'result-12', from, most).split(/(?<=^\[[^\]]*\]\n)/)
        expect(window.length + rest.join('').length).toBeLessThanOrEqual(most)
        expect(text.includes(rest.join(''))).toBe(true)
        if (text.length > most) expect(shorten(text, 'result-12', most).length).toBeLessThanOrEqual(most)
      }),
    )
  })
})
