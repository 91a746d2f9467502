import type { JsonObject } from '@skill-state/protocol'
import { Ajv, type Options } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'

const options = {
  allErrors: true,
  verbose: true,
  strict: false,
  validateFormats: false,
  ownProperties: true,
  logger: false,
} as const

interface SchemaCompiler {
  readonly ajv: Ajv
  /** Reference to the subschema at a JSON Pointer. */
  readonly locate: (pointer: string) => string
}

/**
 * A compiler that knows one JSON Schema: draft-07 where `$schema` says so, else 2020-12. Throws what ajv throws.
 *
 * Unknown keywords (`x-…`) and `format` are annotations, as the specification has it by default, and defaults
 * are never filled in: a state holds what the model wrote. Own properties only, so that a required key such
 * as `constructor` is not satisfied by the prototype.
 */
export function createAjv(schema: JsonObject, more: Options = {}): SchemaCompiler {
  if (schema.$async === true) throw new Error('an asynchronous schema is not supported')
  const ajv = new (isDraft07(schema) ? Ajv : Ajv2020)({ ...options, ...more })
  const id = (typeof schema.$id === 'string' && schema.$id.replace(/#.*$/, '')) || 'skill'
  ajv.addSchema(schema, id)
  return {
    ajv,
    locate: (pointer) => `${id}#${encodeURIComponent(pointer).replaceAll('%2F', '/')}`,
  }
}

function isDraft07(schema: JsonObject): boolean {
  return typeof schema.$schema === 'string' && schema.$schema.includes('draft-07')
}
