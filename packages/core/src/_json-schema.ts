import type { Issue, JsonObject } from '@skill-state/protocol'
import type { ValidateFunction } from 'ajv'
import { createAjv } from './_ajv.ts'
import { describeError } from './_describe-error.ts'
import { firstIssues } from './_first-issues.ts'

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
    return firstIssues(validate.errors ?? [], describeError)
  }
}

/**
 * Opens a JSON Schema. A schema object is compiled once, so it must not change. Throws what ajv throws.
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

/** Opens a schema with validators that were compiled before, instead of compiling it. */
export function addDocument(document: SchemaDocument): void {
  documents.set(document.root, document)
}

function readDocument(schema: JsonObject): SchemaDocument {
  const { ajv, locate } = createAjv(schema)
  const parts = new Map<string, ValidateFunction>([['', ajv.compile(schema)]])
  return {
    root: schema,
    at(pointer) {
      const known = parts.get(pointer)
      if (known) return known
      const validate = ajv.compile({ $ref: locate(pointer) })
      parts.set(pointer, validate)
      return validate
    },
  }
}
