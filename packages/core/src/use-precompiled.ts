import { type JsonObject, SkillStateError } from '@skill-state/protocol'
import type { ValidateFunction } from 'ajv'
import { addDocument } from './_json-schema.ts'

/** The module that `precompile` writes. */
export interface PrecompiledSchema {
  readonly schema: JsonObject
  /** Validators by JSON Pointer into the schema. */
  readonly validators: Readonly<Record<string, unknown>>
}

/** The schema of a skill whose validators were compiled before: give it to the skill as its `schema`. */
export function usePrecompiled({ schema, validators }: PrecompiledSchema): JsonObject {
  addDocument({
    root: schema,
    at(pointer) {
      const validate = Object.hasOwn(validators, pointer) ? validators[pointer] : undefined
      if (typeof validate === 'function') return validate as ValidateFunction
      const message = `the precompiled schema has no validator at "${pointer}": precompile it again`
      throw new SkillStateError('invalid-skill', message)
    },
  })
  return schema
}
