import type { JsonValue } from '@skill-state/protocol'
import { dumps } from './python-json.ts'

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
    const keys = Object.keys(value)
    return keys.length === 0
      ? 'an empty object'
      : `an object with ${keys.length === 1 ? 'the key' : 'the keys'} ${listValues(keys)}`
  }
  if (typeof value === 'string') return `the string ${quote(value)}`
  if (typeof value === 'number') return `the number ${value}`
  return typeof value === 'boolean' ? String(value) : `a ${typeof value}`
}

/** The first values of a list, as JSON. */
export function listValues(values: readonly unknown[]): string {
  const shown = values.slice(0, 8).map((value) => (typeof value === 'string' ? quote(value) : compact(value)))
  return values.length > shown.length
    ? `${shown.join(', ')} and ${values.length - shown.length} more`
    : shown.join(', ')
}

function quote(text: string): string {
  return text.length > LONGEST ? `${dumps(text.slice(0, LONGEST))}…` : dumps(text)
}

function compact(value: unknown): string {
  return oneLine(dumps(value as JsonValue))
}
