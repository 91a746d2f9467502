import { compareText, isDict, isList, type ReadonlyDict, type ReadonlyValue } from '../python/index.ts'
import { spellEntry, type TextStyle } from './text-style.ts'

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
  if (isDict(value)) return `{${members(value).join(',')}}`
  if (typeof value === 'bigint' || typeof value === 'number') return JSON.stringify(Number(value))
  return JSON.stringify(value)
}

function members(dict: ReadonlyDict): string[] {
  const sorted = Array.from(dict).sort(([left], [right]) => compareText(left, right))
  return sorted.map(([key, value]) => spellEntry(canonicalStyle, key, value))
}
