import fc from 'fast-check'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, test } from 'vitest'
import { o200k } from './o200k.ts'

const whole = (text: string): number => countTokens(text, { disallowedSpecial: new Set() })

const part = fc.oneof(
  fc.constantFrom(
    '\n',
    '\r\n',
    '\r',
    '\n\n',
    '\t',
    ' ',
    '/',
    '//',
    '.',
    "'s",
    '\u2028',
    '\ufeff',
    '\u00a0',
    '\u0301',
  ),
  fc.constantFrom('shelf_42', 'Item', '1234', 'ß', '漢字', '😀', '\ud800', '<|endoftext|>', '{"a":', '-'),
  fc.string({ unit: 'binary', maxLength: 4 }),
)
const text = fc.array(part, { maxLength: 40 }).map((parts) => parts.join(''))

test('the pieces together count as the whole text', () => {
  fc.assert(
    fc.property(text, (t) => o200k.count(t) === whole(t)),
    { numRuns: 3_000 },
  )
})

test('a remembered count is the same', () => {
  o200k.count('a\nb\nc')
  expect(o200k.count('a\nb\nc')).toBe(whole('a\nb\nc'))
})

test.each([
  ['', 0],
  ['hello world', 2],
  ['\n', 1],
])('%j has %d tokens', (t, count) => expect(o200k.count(t)).toBe(count))

test('the name of a special token is plain text', () => {
  expect(o200k.count('<|endoftext|>')).toBeGreaterThan(1)
})

test('text of several thousand characters without an endless word is exact', () => {
  const state = JSON.stringify(
    Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`shelf_${i}`, `item_${i}`])),
  )
  expect(o200k.count(state)).toBe(whole(state))
})

test.each(['x', '{', ' ', '漢', 'e\u0301'])(
  'a million characters of %j are counted in linear time',
  (unit) => {
    const count = o200k.count(unit.repeat(1_000_000 / unit.length))
    expect(count).toBeGreaterThan(5_000)
  },
)

test('a long line, which is counted entry by entry, has the same count', () => {
  const entries = Array.from({ length: 400 }, (_, index) => [`shelf_${index * 7}`, `item_${index}`])
  const line = JSON.stringify({ inventory: Object.fromEntries(entries), 9: 'x1"y', '½"': 12 })
  const list = entries.map(([shelf, item]) => `${item} on ${shelf}`).join(', ')
  for (const text of [line, list, `${list},,"1,"2",3`]) expect(o200k.count(text)).toBe(countTokens(text))
})
