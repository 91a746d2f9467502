import type { BaseTable } from '../data/open-database.ts'
import { compareText } from '../python/compare.ts'
import { spellEntry, type TextStyle } from './text-style.ts'

/** The entries of an unchanged table in one style, sorted by key, with their separators, as UTF-8. */
export interface BaseText {
  readonly keys: readonly string[]
  readonly bytes: Buffer
  /** Where the entry of each key begins and ends in `bytes`; separators lie between. */
  readonly starts: readonly number[]
  readonly ends: readonly number[]
}

const known = new WeakMap<TextStyle, WeakMap<BaseTable, BaseText>>()

/** Spells a table once per style: a table that was read is never changed. */
export function baseText(table: BaseTable, style: TextStyle): BaseText {
  const ofStyle = known.get(style) ?? new WeakMap<BaseTable, BaseText>()
  known.set(style, ofStyle)
  const text = ofStyle.get(table) ?? spell(table, style)
  ofStyle.set(table, text)
  return text
}

function spell(table: BaseTable, style: TextStyle): BaseText {
  const sorted = Array.from(table).sort(([left], [right]) => compareText(left, right))
  const entries = sorted.map(([key, record]) => spellEntry(style, key, record))
  const starts: number[] = []
  const ends: number[] = []
  let at = 0
  for (const entry of entries) {
    starts.push(at)
    at += Buffer.byteLength(entry)
    ends.push(at)
    at += style.separator.length
  }
  return { keys: sorted.map(([key]) => key), bytes: Buffer.from(entries.join(style.separator)), starts, ends }
}
