import {
  type Action,
  type Environment,
  isJsonObject,
  type JsonObject,
  type Result,
  SkillStateError,
} from '@skill-state/protocol'
import { describeValue, oneLine } from '../json/excerpt.ts'
import { type Check, compileJsonSchema } from '../schema/json-schema.ts'
import { checkJson } from '../state/check-json.ts'

/** Takes what a model gave as action; gives a_t or the reasons for rejection. */
export type ActionReader = (action: unknown) => Result<Action>

/**
 * Reads actions as the environment declares them: by its `actionSchema`, or else as text that is not empty,
 * trimmed. Throws `environment-failed` if the environment's schema does not compile.
 *
 * @example
 * ```ts
 * import { actionReader } from '@skill-state/core'
 *
 * const read = actionReader({ actionSchema: { enum: ['north', 'south'] } })
 * console.log(read('north').ok, read('up').ok) // true false
 * ```
 */
export function actionReader(environment: Pick<Environment, 'actionSchema'>): ActionReader {
  const { actionSchema } = environment
  if (actionSchema === undefined) return readText
  const check = compile(actionSchema)
  return (action) => {
    const issues = [...checkJson(action, 'anywhere'), ...shapeOf(action)]
    const found = issues.length > 0 ? issues : check(action as Action)
    return found.length > 0 ? { ok: false, issues: found } : { ok: true, value: action as Action }
  }
}

function readText(action: unknown): Result<Action> {
  const text = typeof action === 'string' ? action.trim() : ''
  return text === ''
    ? { ok: false, issues: [expected('a command as text', action)] }
    : { ok: true, value: text }
}

function shapeOf(action: unknown): { path: string; message: string }[] {
  return typeof action === 'string' || isJsonObject(action) ? [] : [expected('a text or an object', action)]
}

function expected(what: string, action: unknown): { path: string; message: string } {
  return { path: '', message: `expected an action that is ${what}, found ${describeValue(action)}` }
}

/** Schemas that were compiled, by identity: a session runs the skill once for each message. */
const compiled = new WeakMap<JsonObject, Check>()

function compile(schema: JsonObject): Check {
  try {
    const check = compiled.get(schema) ?? compileJsonSchema(schema)
    compiled.set(schema, check)
    return check
  } catch (cause) {
    const reason = oneLine(cause instanceof Error ? cause.message : String(cause), 300)
    throw new SkillStateError(
      'environment-failed',
      `the environment's actionSchema does not compile: ${reason}`,
      {
        cause,
      },
    )
  }
}
