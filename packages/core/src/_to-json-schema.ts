import type { JsonObject, StandardJsonSchema, StateSchema } from '@skill-state/protocol'

/** A skill's schema as JSON Schema. Throws what the schema's library throws. */
export function toJsonSchema(schema: StateSchema): JsonObject {
  if (!isStandard(schema)) return schema
  // The library's own types are wider than JSON; ajv checks the schema that comes out.
  return schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' }) as JsonObject
}

function isStandard(schema: StateSchema): schema is StandardJsonSchema {
  return '~standard' in schema
}
