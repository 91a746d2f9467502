import type { JsonObject, Result } from '@skill-state/protocol'
import type { Dialect } from './dialect.ts'

/** What is sent in place of a schema. */
export type Lowered =
  | { readonly schema: JsonObject; readonly grammar?: undefined }
  | { readonly grammar: string; readonly schema?: undefined }

/**
 * A schema as the dialect wants it, with the same meaning: every value that one accepts, the other accepts. Else
 * the places in the schema that the dialect cannot express, or that its engine would pass over.
 */
export function lowerSchema(schema: JsonObject, dialect: Dialect): Result<Lowered> {
  if (dialect === 'tool' || dialect === 'none') {
    const message =
      dialect === 'tool'
        ? 'a tool without strict mode only guides the model'
        : 'no schema is sent to this model'
    return { ok: false, issues: [{ path: '', message }] }
  }
  return { ok: true, value: { schema } }
}
