import type { BaseTable } from '../data/open-database.ts'
import { compareText, type ReadonlyDict } from '../python/index.ts'
import { type BaseText, baseText } from './base-text.ts'
import { spellEntry, type TextStyle } from './text-style.ts'

/**
 * The entries of a table with its changed and added records, in pieces between which separators belong: long runs of
 * unchanged entries as they were spelled once, each changed one anew.
 */
export function* tablePieces(
  table: BaseTable,
  changes: ReadonlyMap<string, ReadonlyDict>,
  style: TextStyle,
): Iterable<Buffer | string> {
  const text = baseText(table, style)
  let next = 0
  for (const [key, record] of Array.from(changes).sort(([left], [right]) => compareText(left, right))) {
    const place = findPlace(text.keys, key)
    if (place > next) yield run(text, next, place)
    yield spellEntry(style, key, record)
    next = text.keys[place] === key ? place + 1 : place
  }
  if (next < text.keys.length) yield run(text, next, text.keys.length)
}

/** The entries `from` to before `to`, of which there is at least one. */
function run(text: BaseText, from: number, to: number): Buffer {
  return text.bytes.subarray(text.starts[from], text.ends[to - 1])
}

/** Index of the first key that does not come before `key`. */
function findPlace(keys: readonly string[], key: string): number {
  let low = 0
  let high = keys.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compareText(keys[middle] ?? '', key) < 0) low = middle + 1
    else high = middle
  }
  return low
}
