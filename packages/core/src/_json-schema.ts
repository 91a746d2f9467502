import type { Issue, JsonObject } from '@skill-state/protocol'
import { Ajv, type ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describeError } from './_describe-error.ts'
import { MAX_ISSUES } from './limits.ts'

/** Checks a value; empty where it passes. */
export type Check = (value: unknown) => readonly Issue[]

/** A JSON Schema whose parts can be applied alone. */
export interface SchemaDocument {
  readonly root: JsonObject
  /** The validator of the subschema at a JSON Pointer (RFC 6901), `''` for the whole. Compiled on first use. */
  at(pointer: string): ValidateFunction
}

/** Compiles JSON Schema, as `openDocument` has it, and says why a value does not pass. Throws what ajv throws. */
export function compileJsonSchema(schema: JsonObject): Check {
  return checkWith(openDocument(schema).at(''))
}

/** The reasons of a validator in words, at most `MAX_ISSUES` of them. */
export function checkWith(validate: ValidateFunction): Check {
  return (value) => {
    if (validate(value)) return []
    const issues = (validate.errors ?? []).map(describeError)
    const more = issues.length - MAX_ISSUES
    return more > 0 ? [...issues.slice(0, MAX_ISSUES), { path: '', message: `and ${more} more` }] : issues
  }
}

/**
 * Opens a JSON Schema: draft-07 where `$schema` says so, else 2020-12. Throws what ajv throws.
 *
 * Unknown keywords (`x-…`) and `format` are annotations, as the specification has it by default, and defaults
 * are never filled in: a state holds what the model wrote. Own properties only, so that a required key such
 * as `constructor` is not satisfied by the prototype. A schema object is compiled once, so it must not change.
 */
export function openDocument(schema: JsonObject): SchemaDocument {
  const known = documents.get(schema)
  if (known) return known
  const document = readDocument(schema)
  documents.set(schema, document)
  return document
}

/** By schema object. */
const documents = new WeakMap<JsonObject, SchemaDocument>()

function readDocument(schema: JsonObject): SchemaDocument {
  if (schema.$async === true) throw new Error('an asynchronous schema is not supported')
  const ajv = isDraft07(schema) ? new Ajv(ajvOptions) : new Ajv2020(ajvOptions)
  const whole = ajv.compile(schema)
  const id = typeof schema.$id === 'string' ? schema.$id : 'skill'
  if (typeof schema.$id !== 'string') ajv.addSchema(schema, id)
  const parts = new Map<string, ValidateFunction>([['', whole]])
  return {
    root: schema,
    at(pointer) {
      const known = parts.get(pointer)
      if (known) return known
      const validate = ajv.compile({ $ref: `${id}#${encodeURIComponent(pointer).replaceAll('%2F', '/')}` })
      parts.set(pointer, validate)
      return validate
    },
  }
}

const ajvOptions = {
  allErrors: true,
  verbose: true,
  strict: false,
  validateFormats: false,
  ownProperties: true,
  logger: false,
} as const

function isDraft07(schema: JsonObject): boolean {
  return typeof schema.$schema === 'string' && schema.$schema.includes('draft-07')
}
