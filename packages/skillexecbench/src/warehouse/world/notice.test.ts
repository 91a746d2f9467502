import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Notice, notices } from './recovery.ts'

test.each<[Notice, string]>([
  [
    { kind: 'removed', item: 'item_7', shelf: 3 },
    'Notice: item_7 was removed from shelf_3 in an audit; it is no longer in the warehouse.',
  ],
  [
    { kind: 'renamed', item: 'item_7', shelf: 3, name: 'item_9' },
    'Notice: item_7 on shelf_3 has a new barcode; it is now item_9.',
  ],
  [
    { kind: 'moved', item: 'item_7', shelf: 3, to: 499 },
    'Notice: item_7 was moved from shelf_3 to shelf_499 by another worker.',
  ],
  [
    { kind: 'cancelled', item: 'item_7' },
    'Notice: the order of item_7 was cancelled; it should not have been shipped.',
  ],
])('%j', (notice, line) => {
  expect(notices.write(notice)).toBe(line)
  expect(notices.read(line)).toEqual(notice)
})

test('only a whole line is a notice', () => {
  const line = notices.write({ kind: 'moved', item: 'item_7', shelf: 3, to: 4 })
  fc.assert(
    fc.property(fc.nat(line.length - 1), fc.string({ minLength: 1 }), (cut, text) => {
      expect(notices.read(line.slice(0, cut))).toBeUndefined()
      expect(notices.read(text + line)).toBeUndefined()
      expect(notices.read(line + text)).toBeUndefined()
    }),
  )
})
