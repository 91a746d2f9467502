import type { ReadonlyValue } from '../python/value.ts'

/** How a hash spells objects and values; the members of an object come sorted by key. */
export interface TextStyle {
  value(value: ReadonlyValue): string
  readonly open: string
  readonly separator: string
  /** Ends an object of so many members. */
  close(members: number): string
  /** The text before and after the value of a member. */
  beginEntry(key: string): string
  readonly endEntry: string
  /** What is written around the records of a table, if the database keeps more than records in it. */
  table?(name: string): { readonly open: string; readonly close: string }
}

/** The text of one member. */
export function spellEntry(style: TextStyle, key: string, value: ReadonlyValue): string {
  return style.beginEntry(key) + style.value(value) + style.endEntry
}
