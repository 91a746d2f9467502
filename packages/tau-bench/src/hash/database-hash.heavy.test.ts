import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dict } from '../../test/arbitrary.ts'
import { type DatabaseBase, episodeDatabase } from '../data/open-database.ts'
import { type PythonDict, type PythonValue, parsePythonJson } from '../python/index.ts'
import { canonicalHash, officialHash } from './database-hash.ts'

const records = fc.array(fc.tuple(fc.constantFrom('1', 'b', 'a', '0', "it's", '😀'), dict), { maxLength: 6 })
const hashes = [
  ['official', officialHash],
  ['canonical', canonicalHash],
] as const

test.each(hashes)('%s: changes give the hash of a database that was so from the start', (_, hash) => {
  fc.assert(
    fc.property(records, records, (original, written) => {
      const changed = episodeDatabase(baseOf(original))
      hash(changed)
      for (const [key, record] of written) changed.table('t').set(key, record)
      expect(hash(changed)).toBe(hash(episodeDatabase(baseOf([...original, ...written]))))
    }),
  )
})

test.each(hashes)('%s: the order of keys does not count', (_, hash) => {
  fc.assert(
    fc.property(records, (original) => {
      const reversed = [...new Map(original)].reverse().map(reverseKeys)
      expect(hash(episodeDatabase(baseOf(reversed)))).toBe(hash(episodeDatabase(baseOf(original))))
    }),
  )
})

test.each<[string, string, string]>([
  [
    '{"t": {"a": {"x": [1, 2.0], "k": [null]}}, "e": {}}',
    "(('e', ()), ('t', (('a', (('k', (None,)), ('x', (1, 2.0)))),)))",
    '{"e":{},"t":{"a":{"k":[null],"x":[1,2]}}}',
  ],
  [
    '{"t": {"b": {}, "a": {"s": "it\'s \\u00e9\\n", "t": true, "n": -0.0}}}',
    `(('t', (('a', (('n', -0.0), ('s', "it's é\\n"), ('t', True))), ('b', ()))),)`,
    '{"t":{"a":{"n":0,"s":"it\'s é\\n","t":true},"b":{}}}',
  ],
])('%s', (json, official, canonical) => {
  const database = episodeDatabase(parsePythonJson(json) as Map<string, Map<string, PythonDict>>)
  expect(officialHash(database)).toBe(sha256(official))
  expect(canonicalHash(database)).toBe(sha256(canonical))
})

test('only the official hash tells an int from a float', () => {
  const [int, float] = [250n, 250].map((n) => episodeDatabase(baseOf([['a', new Map([['n', n]])]])))
  if (int === undefined || float === undefined) throw new Error('two databases are wanted')
  expect(officialHash(int)).not.toBe(officialHash(float))
  expect(canonicalHash(int)).toBe(canonicalHash(float))
})

function baseOf(entries: readonly (readonly [string, PythonDict])[]): DatabaseBase {
  return new Map([
    ['t', new Map(entries)],
    ['other', new Map()],
  ])
}

function reverseKeys([key, record]: [string, PythonDict]): [string, PythonDict] {
  return [key, new Map<string, PythonValue>([...record].reverse())]
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
