import type { JsonObject, Model } from '@skill-state/protocol'
import { type Dialect, enforcement, type Lowered, lowerSchema } from '../answers/index.ts'

/** How a request asks for a reply of a certain form: held to it by a schema or a grammar, or guided by a tool. */
export type AnswerForm = Lowered | { readonly tool: JsonObject }

/** The name of the reply's schema, or of the tool that the model is made to call in place of a reply. */
export const answerName = 'answer'

/** Finds the form for a schema, once for each schema object. Absent if the dialect would change the schema's meaning. */
export function answerForms(dialect: Dialect): (schema: JsonObject | undefined) => AnswerForm | undefined {
  const found = new WeakMap<JsonObject, AnswerForm | undefined>()
  return (schema) => {
    if (schema === undefined) return undefined
    if (!found.has(schema)) found.set(schema, answerForm(schema, dialect))
    return found.get(schema)
  }
}

/** The method of a model that says whether a schema is kept to; none if no schema is ever sent. */
export function enforcing(dialect: Dialect): Pick<Model, 'enforce'> {
  return dialect === 'none' ? {} : { enforce: (schema) => enforcement(schema, dialect) }
}

function answerForm(schema: JsonObject, dialect: Dialect): AnswerForm | undefined {
  if (dialect === 'tool') return { tool: schema }
  const lowered = lowerSchema(schema, dialect)
  return lowered.ok ? lowered.value : undefined
}
