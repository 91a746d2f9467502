import { isJsonObject, type JsonValue } from '@skill-state/protocol'
import type { Run } from '../../pattern/run.ts'

/** The name of a value's type, as JSON Schema has it. */
export function kindOf(value: JsonValue): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

/** A text that two values share if and only if they are equal, whatever the order of their keys. */
export function sameText(value: JsonValue, run?: Run): string {
  if (typeof value === 'string') {
    run?.spend(1 + value.length / 64)
    return JSON.stringify(value)
  }
  run?.spend(1)
  if (typeof value !== 'object' || value === null) return String(value)
  if (!isJsonObject(value)) return `[${value.map((item) => sameText(item, run)).join()}]`
  const keys = Object.keys(value).sort()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${sameText(value[key] as JsonValue, run)}`).join()}}`
}
