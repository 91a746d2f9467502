import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dict } from '../../test/arbitrary.ts'
import { copyDict } from '../python/containers.ts'
import { episodeDatabase } from './open-database.ts'

const records = fc.array(fc.tuple(fc.constantFrom('1', 'b', 'a', '0', '😀'), dict), { maxLength: 5 })

test('an episode reads what it wrote, in the order of a plain Map', () => {
  fc.assert(
    fc.property(records, records, (original, written) => {
      const table = episodeDatabase(new Map([['t', new Map(original)]])).table('t')
      const model = new Map(original)
      for (const [key, record] of written) {
        table.set(key, record)
        model.set(key, record)
        expect(table.get(key)).toBe(record)
      }
      expect([...table.entries()]).toEqual([...model])
    }),
  )
})

test('no change reaches the base or another episode', () => {
  fc.assert(
    fc.property(records, (original) => {
      const base = new Map([['t', new Map(original)]])
      const before = new Map(Array.from(new Map(original), ([key, record]) => [key, copyDict(record)]))
      const episode = episodeDatabase(base).table('t')
      for (const [key] of original) {
        const record = episode.edit(key)
        for (const member of record?.values() ?? []) if (Array.isArray(member)) member.push('changed')
        record?.set('changed', true)
      }
      episode.set('new', new Map())
      expect(base.get('t')).toEqual(before)
      expect([...episodeDatabase(base).table('t').entries()]).toEqual([...before])
    }),
  )
})

test('a record is copied at its first change and then stays the same object', () => {
  const table = episodeDatabase(new Map([['t', new Map([['a', new Map([['n', 1n]])]])]])).table('t')
  const unchanged = table.get('a')
  const own = table.edit('a')
  expect(own).not.toBe(unchanged)
  expect(table.edit('a')).toBe(own)
  expect(table.get('a')).toBe(own)
  expect(table.edit('b')).toBeUndefined()
  expect(table.get('b')).toBeUndefined()
})

test('a table that is not there is a fault of the tool', () => {
  expect(() => episodeDatabase(new Map([['t', new Map()]])).table('u')).toThrow(
    'the database has no table u, only t',
  )
})
