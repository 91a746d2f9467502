import type { Enforcement, JsonObject } from '@skill-state/protocol'
import type { Dialect } from './dialect.ts'
import { lowerSchema } from './lower-schema.ts'

/** Whether a dialect can hold a reply to the schema, and else why not. */
export function enforcement(schema: JsonObject, dialect: Dialect): Enforcement {
  const lowered = lowerSchema(schema, dialect)
  return lowered.ok ? { enforced: true, dialect } : { enforced: false, dialect, reasons: lowered.issues }
}
