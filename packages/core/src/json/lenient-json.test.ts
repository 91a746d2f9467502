import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fuzzRuns } from '../../test/fuzz-runs.ts'
import { readLenientJson } from './lenient-json.ts'
import { MAX_DEPTH } from './limits.ts'

it('reads what JSON.stringify writes', () => {
  // Compared as text: JSON.parse itself may misread escapes in keys (https://github.com/nodejs/node/issues/63785).
  const law = fc.property(fc.jsonValue(), fc.nat(3), (value, indent) => {
    const reading = readLenientJson(JSON.stringify(value, null, indent))
    expect(reading.ok && JSON.stringify(reading.value)).toBe(JSON.stringify(value))
  })
  fc.assert(law, { numRuns: fuzzRuns(500) })
})

it('never throws, and reads no text that JSON.parse reads otherwise', () => {
  const piece = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    '"',
    "'",
    ',',
    ':',
    '\\',
    'a',
    '1',
    '-',
    '.',
    'e',
    'null',
    '\n',
    '#',
  )
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))
  const law = fc.property(text, (candidate) => {
    const reading = readLenientJson(candidate)
    let strict: unknown
    try {
      strict = JSON.parse(candidate)
    } catch {
      return
    }
    if (reading.ok) expect(reading.value).toEqual(strict)
    else expect(reading.message).toContain('twice')
  })
  fc.assert(law, { numRuns: fuzzRuns(500) })
})

it('gives values that do not keep the text alive', () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const heap = (): number => {
    collect()
    return process.memoryUsage().heapUsed
  }
  const before = heap()
  const kept = Array.from({ length: 100 }, (_, at) => {
    const text = `{"a_key_of_some_length": "a value of some length", another_key_of_length: 1, 'b': ["long enough to be a slice"],}//${at}`
    // Flat, as the text of a response is.
    const reading = readLenientJson(Buffer.from(text + ' '.repeat(500_000)).toString())
    return reading.ok && reading.value
  })
  expect(heap() - before).toBeLessThan(10_000_000)
  expect(kept).toHaveLength(100)
  expect(kept[99]).toEqual({
    a_key_of_some_length: 'a value of some length',
    another_key_of_length: 1,
    b: ['long enough to be a slice'],
  })
})

describe('reads', () => {
  it.each<[string, string, unknown]>([
    ['trailing commas', '{"a": [1, 2,], }', { a: [1, 2] }],
    ['single quotes', `{'a': 'it\\'s "so"'}`, { a: 'it\'s "so"' }],
    ['an escaped apostrophe in double quotes', `"it\\'s"`, "it's"],
    ['literals of Python', '[True, False, None]', [true, false, null]],
    ['names as keys', '{state_patch: 1, _a1: 2}', { state_patch: 1, _a1: 2 }],
    ['comments', '/* [] */ [1, // 2,\n3 # "\r]', [1, 3]],
    ['line breaks and tabs in strings', '"a\n b\r\n\tc"', 'a\n b\r\n\tc'],
    ['escapes', '"\\u00e9\\ud83d\\ude00\\n\\/\\\\"', 'é😀\n/\\'],
    ['numbers', '[0, -1.5e+3, 10]', [0, -1500, 10]],
    ['an escaped spelling of a key', '{"\\u0061": 1}', { a: 1 }],
  ])('%s', (_, text, value) => {
    expect(readLenientJson(text)).toEqual({ ok: true, value })
  })

  it('keeps __proto__ as an own key', () => {
    const reading = readLenientJson("{'__proto__': {a: 1}, '\\u005f_proto__x': 2}")
    expect(Object.keys((reading.ok && reading.value) as object)).toEqual(['__proto__', '__proto__x'])
  })
})

describe('refuses', () => {
  it.each<readonly [string, string, string]>([
    ['nothing', ' ', 'expected a value, found nothing'],
    ['an unclosed string', '["a', 'a string that is closed'],
    ['an unclosed object', '{"a": 1', '"," or "}", found nothing'],
    ['a bracket in a comment', '{"a": 1, # { \n}', 'brackets in comments to be closed there'],
    ['an unclosed comment', '[1 /* ', '"," or "]"'],
    ['a missing comma', '["a" "b"]', '"," or "]", found "\\"b\\"]"'],
    ['a missing value', '{"a": , "b": 1}', 'a value'],
    ['a comma too many', '[1,, 2]', 'a value'],
    ['only a comma', '[,]', 'a value'],
    ['only a comma in an object', '{,}', 'a key in double quotes'],
    ['a missing colon', '{"a" 1}', '":" after a key'],
    ['text after it', '{} {}', 'the end of the block'],
    ['a set', '{"a", "b"}', '":" after a key'],
    ['a key twice', '{"a": 1, \'\\u0061\': 2}', 'expected each key once, found "a" twice'],
    ['__proto__ twice', '{"__proto__": 1, __proto__: 2}', 'found "__proto__" twice'],
    ['a number as key', '{1: 2}', 'a key in double quotes'],
    ['a literal as key', '{None: 2}', 'a key in double quotes'],
    ['curly quotes', '{“a”: 1}', 'a key in double quotes, found "“a”: 1}"'],
    ['an unknown escape', '"\\x41"', 'the escapes of JSON only'],
    ['a cut-off escape', '"\\u00"', 'the escapes of JSON only'],
    ['an escaped line break', '"a\\\nb"', 'the escapes of JSON only'],
    ['a forgotten quote', '{"a": "b,\n", c: "d"}', 'a string on one line'],
    ['a string with a fence', '"a\n```\nb"', 'a string on one line'],
    ...[
      'NaN',
      'Infinity',
      '-Infinity',
      '0x10',
      '01',
      '+1',
      '.5',
      '5.',
      '1_000',
      '1e',
      '-',
      'undefined',
      'nil',
      'tru',
    ].map((word) => [word, `[${word}]`, `expected a value, found "${word}]"`] as const),
  ])('%s', (_, text, message) => {
    expect(readLenientJson(text)).toEqual({ ok: false, message: expect.stringContaining(message) })
  })

  it('more levels than a patch may have, and reads as many', () => {
    const nested = (levels: number) => readLenientJson(`${'['.repeat(levels)}1${']'.repeat(levels)}`)
    expect(nested(MAX_DEPTH + 2)).toMatchObject({ ok: true })
    expect(nested(100_000)).toEqual({ ok: false, message: expect.stringContaining('levels of nesting') })
  })
})
