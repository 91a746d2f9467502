import type { JsonValue } from '@skill-state/protocol'
import { isPlain } from './is-plain.ts'
import { onOneLine, quote } from './python-json.ts'

const LONGEST = 60

/** The text on one line, cut if it is long: what a model wrote may be of any size. */
export function oneLine(text: string, longest: number = LONGEST): string {
  const line = text
    .slice(0, longest * 4)
    .replace(/\s+/g, ' ')
    .trim()
  return line.length > longest ? `${line.slice(0, longest)}…` : line
}

/** Names a value for a reason: its kind, and for a scalar the value itself. */
export function describeValue(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return `an array of ${value.length}`
  if (typeof value === 'object') {
    if (!isPlain(value)) return `an object of the class ${value.constructor?.name ?? 'unknown'}`
    const keys = Object.keys(value)
    return keys.length === 0
      ? 'an empty object'
      : `an object with ${keys.length === 1 ? 'the key' : 'the keys'} ${listValues(keys)}`
  }
  if (typeof value === 'string') return `the string ${cut(value)}`
  if (typeof value === 'number') return `the number ${value}`
  return typeof value === 'boolean' ? String(value) : `a ${typeof value}`
}

export function listValues(values: readonly unknown[]): string {
  const shown = values
    .slice(0, 8)
    .map((value) => (typeof value === 'string' ? cut(value) : oneLine(onOneLine(value as JsonValue))))
  return values.length > shown.length
    ? `${shown.join(', ')} and ${values.length - shown.length} more`
    : shown.join(', ')
}

function cut(text: string): string {
  return text.length > LONGEST ? `${quote(text.slice(0, LONGEST))}…` : quote(text)
}
