import type { ReadonlyValue } from '../value.ts'
import { isList } from '../value.ts'
import { formatFloat } from './repr.ts'

/** Python's `json.dumps(value)` with its defaults: blanks after `,` and `:`, ASCII only, keys in their order. */
export function dumps(value: ReadonlyValue): string {
  if (value === null) return 'null'
  switch (typeof value) {
    case 'boolean':
    case 'bigint':
      return value.toString()
    case 'number':
      return dumpFloat(value)
    case 'string':
      return dumpText(value)
  }
  if (isList(value)) return `[${value.map(dumps).join(', ')}]`
  return `{${Array.from(value, ([key, member]) => `${dumpText(key)}: ${dumps(member)}`).join(', ')}}`
}

function dumpFloat(value: number): string {
  if (Number.isNaN(value)) return 'NaN'
  return Number.isFinite(value) ? formatFloat(value) : value > 0 ? 'Infinity' : '-Infinity'
}

/** `JSON.stringify` escapes as Python does, but leaves DEL and what is not ASCII as it is. */
const dumpText = (text: string): string => JSON.stringify(text).replace(/[\x7f-\uffff]/g, escapeUnit)

/** One UTF-16 unit at a time, so that a character beyond U+FFFF becomes a surrogate pair. */
const escapeUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
