import type { ReadonlyDict, ReadonlyValue } from '../python/index.ts'
import { compareText, isDict, isList, repr, reprText } from '../python/index.ts'

/** How a hash spells objects and values; the members of an object come sorted by key. */
export interface TextStyle {
  value(value: ReadonlyValue): string
  readonly open: string
  readonly separator: string
  close(members: number): string
  beginEntry(key: string): string
  readonly endEntry: string
  /** What is written around the records of a table, if the database keeps more than records in it. */
  table?(name: string): { readonly open: string; readonly close: string }
}

export function spellEntry(style: TextStyle, key: string, value: ReadonlyValue): string {
  return style.beginEntry(key) + style.value(value) + style.endEntry
}

/** The texts of an object's members, sorted by key. */
export function spellMembers(style: TextStyle, dict: ReadonlyDict): string[] {
  const sorted = Array.from(dict).sort(([left], [right]) => compareText(left, right))
  return sorted.map(([key, value]) => spellEntry(style, key, value))
}

/** JSON without blanks, keys sorted by code point, numbers as JavaScript writes them: 250 and 250.0 are the same. */
export const canonicalStyle: TextStyle = {
  value: canonicalText,
  open: '{',
  separator: ',',
  close: () => '}',
  beginEntry: (key) => `${JSON.stringify(key)}:`,
  endEntry: '',
}

function canonicalText(value: ReadonlyValue): string {
  if (isList(value)) return `[${value.map(canonicalText).join(',')}]`
  if (isDict(value)) return `{${spellMembers(canonicalStyle, value).join(',')}}`
  if (typeof value === 'bigint' || typeof value === 'number') return JSON.stringify(Number(value))
  return JSON.stringify(value)
}

/** Python's `str` of a value in which dicts became tuples of (key, value) sorted by key, and lists tuples. */
export const officialStyle: TextStyle = {
  value: hashableText,
  open: '(',
  separator: ', ',
  close: (members) => (members === 1 ? ',)' : ')'),
  beginEntry: (key) => `(${reprText(key)}, `,
  endEntry: ')',
}

function hashableText(value: ReadonlyValue): string {
  if (isList(value)) return tuple(value.map(hashableText))
  return isDict(value) ? tuple(spellMembers(officialStyle, value)) : repr(value)
}

function tuple(members: readonly string[]): string {
  return officialStyle.open + members.join(officialStyle.separator) + officialStyle.close(members.length)
}
