import type { Enforcement, JsonObject, Result } from '@skill-state/protocol'
import { RULES } from './_rules.ts'
import { writeSchema } from './_write-schema.ts'
import type { Dialect } from './dialect.ts'
import { type GrammarOptions, grammarOf } from './grammar/gbnf.ts'
import { readSchema } from './read/read-schema.ts'

/** What is sent in place of a schema. */
export type Lowered =
  | { readonly schema: JsonObject; readonly grammar?: undefined }
  | { readonly grammar: string; readonly schema?: undefined }

/**
 * A schema as the dialect wants it, with the same meaning (a grammar leaves out what `grammarOf` says), or the places that the dialect
 * cannot express or that its engine would pass over. Keys keep their order. Of annotations, descriptions are kept.
 */
export function lowerSchema(
  schema: JsonObject,
  dialect: Dialect,
  options: GrammarOptions = {},
): Result<Lowered> {
  if (dialect === 'none') return refused('this model is sent no schema')
  if (dialect === 'tool') return refused('a tool without strict mode guides a model, and holds it to nothing')
  const document = readSchema(schema)
  if (!document.ok) return document
  if (dialect === 'gbnf') {
    const written = grammarOf(document.value, options)
    return written.ok ? { ok: true, value: { grammar: written.value } } : written
  }
  const written = writeSchema(document.value, RULES[dialect])
  return written.ok ? { ok: true, value: { schema: written.value } } : written
}

const refused = (message: string): Result<Lowered> => ({ ok: false, issues: [{ path: '', message }] })

/**
 * Whether a dialect can hold a reply to the schema, and else why not.
 *
 * @example
 * ```ts
 * import { enforcement } from '@skill-state/models'
 *
 * console.log(enforcement({ type: 'object' }, 'openai-strict').enforced) // false
 * ```
 */
export function enforcement(schema: JsonObject, dialect: Dialect): Enforcement {
  const lowered = lowerSchema(schema, dialect)
  return lowered.ok ? { enforced: true, dialect } : { enforced: false, dialect, reasons: lowered.issues }
}
