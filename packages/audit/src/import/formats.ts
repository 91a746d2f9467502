import type { JsonObject } from '@skill-state/protocol'
import type { Format } from './format.ts'
import { tau2 } from './tau2.ts'

/** The formats that recordings are recognised in; the first that recognises a record reads it. */
export const formats: readonly Format[] = [tau2]

export function formatOf(record: JsonObject): Format | undefined {
  return formats.find((format) => format.recognises(record))
}

/** Whether an object is a single message of a conversation, in any of the formats. */
export function isMessage(value: JsonObject): boolean {
  return (
    typeof value.role === 'string' || value.lc === 1 || (typeof value.type === 'string' && 'data' in value)
  )
}
