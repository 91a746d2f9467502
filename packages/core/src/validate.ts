import {
  type Issue,
  isJsonObject,
  type JsonObject,
  type Skill,
  SkillStateError,
  type StandardJsonSchema,
  type StateSchema,
} from '@skill-state/protocol'
import { checkJson } from './_check-json.ts'
import { oneLine } from './_excerpt.ts'
import { compileJsonSchema } from './_json-schema.ts'

/** Says why a state does not fit its skill; empty where it does. */
export type StateValidator = (state: JsonObject) => readonly Issue[]

/**
 * Compiles the schema of a skill. Throws `invalid-skill` where it does not compile, or where Σ_0 is no
 * object, holds null, is nested too deeply or does not pass.
 *
 * A schema of a library (zod 4) is read as the JSON Schema that it gives for its input, so what JSON Schema
 * cannot say, such as a zod refinement, is not checked.
 */
export function compileSchema(skill: Skill): StateValidator {
  const validate = compile(skill)
  const initial: unknown = skill.initialState
  if (!isJsonObject(initial)) throw invalidSkill(skill, 'its initial state is not an object')
  const [issue] = [...checkJson(initial, 'nowhere'), ...validate(initial)]
  if (issue) {
    throw invalidSkill(skill, `its initial state is refused at "${issue.path}": ${issue.message}`)
  }
  return validate
}

function compile(skill: Skill): StateValidator {
  try {
    return compileJsonSchema(toJsonSchema(skill.schema))
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw invalidSkill(skill, `its schema does not compile: ${reason}`, cause)
  }
}

function toJsonSchema(schema: StateSchema): JsonObject {
  if (!isStandard(schema)) return schema
  // The library's own types are wider than JSON; ajv checks the schema that comes out.
  return schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' }) as JsonObject
}

function isStandard(schema: StateSchema): schema is StandardJsonSchema {
  return '~standard' in schema
}

function invalidSkill(skill: Skill, reason: string, cause?: unknown): SkillStateError {
  return new SkillStateError('invalid-skill', `skill "${skill.name}": ${oneLine(reason, 300)}`, { cause })
}
