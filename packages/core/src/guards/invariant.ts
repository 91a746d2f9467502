import { type Issue, type JsonObject, SkillStateError } from '@skill-state/protocol'
import type { Guard } from '../guard.ts'
import { oneLine } from '../json/excerpt.ts'
import { compileJsonSchema } from '../schema/json-schema.ts'

/** Says whether a state, which it must not change, is allowed: true, or the reason why not. Pure. */
export type StateCheck = (state: JsonObject) => true | string

/**
 * A rule about the merged state as a whole: a function, or a JSON Schema. What the function throws passes
 * through. Throws `invalid-option` for a schema that does not compile.
 */
export function invariant(name: string, check: StateCheck | JsonObject): Guard {
  const issuesOf = isFunction(check) ? issuesBy(check) : compile(name, check)
  return {
    name,
    check: ({ after }) =>
      issuesOf(after.toJSON()).map(({ path, message }) => ({ path, message: `${name}: ${message}` })),
  }
}

type Issues = (state: JsonObject) => readonly Issue[]

function isFunction(check: StateCheck | JsonObject): check is StateCheck {
  return typeof check === 'function'
}

function issuesBy(check: StateCheck): Issues {
  return (state) => {
    const verdict = check(state)
    return verdict === true ? [] : [{ path: '', message: verdict }]
  }
}

function compile(name: string, schema: JsonObject): Issues {
  try {
    return compileJsonSchema(schema)
  } catch (cause) {
    const reason = oneLine(cause instanceof Error ? cause.message : String(cause), 300)
    throw new SkillStateError(
      'invalid-option',
      `invariant "${name}": its schema does not compile: ${reason}`,
      {
        cause,
      },
    )
  }
}
