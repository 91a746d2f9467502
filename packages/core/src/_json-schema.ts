import type { Issue, JsonObject } from '@skill-state/protocol'
import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describeError } from './_describe-error.ts'
import { MAX_ISSUES } from './limits.ts'

/** Checks a value; empty where it passes. */
export type Check = (value: unknown) => readonly Issue[]

/**
 * Compiles JSON Schema: draft-07 where `$schema` says so, else 2020-12. Throws what ajv throws.
 *
 * Unknown keywords (`x-…`) and `format` are annotations, as the specification has it by default, and defaults
 * are never filled in: a state holds what the model wrote. Own properties only, so that a required key such
 * as `constructor` is not satisfied by the prototype.
 */
export function compileJsonSchema(schema: JsonObject): Check {
  if (schema.$async === true) throw new Error('an asynchronous schema is not supported')
  const options = {
    allErrors: true,
    verbose: true,
    strict: false,
    validateFormats: false,
    ownProperties: true,
    logger: false,
  } as const
  const validate = (isDraft07(schema) ? new Ajv(options) : new Ajv2020(options)).compile<unknown>(schema)
  return (value) => {
    if (validate(value)) return []
    const issues = (validate.errors ?? []).map(describeError)
    const more = issues.length - MAX_ISSUES
    return more > 0 ? [...issues.slice(0, MAX_ISSUES), { path: '', message: `and ${more} more` }] : issues
  }
}

function isDraft07(schema: JsonObject): boolean {
  return typeof schema.$schema === 'string' && schema.$schema.includes('draft-07')
}
