import {
  type Action,
  callsOf,
  type Environment,
  type Issue,
  isJsonObject,
  type JsonObject,
  type Result,
  reasonOf,
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
    const isShaped = typeof action === 'string' || isJsonObject(action)
    const issues = checkJson(action, 'anywhere')
    if (!isShaped) issues.push(expected('a text or an object', action))
    const found = issues.length > 0 ? issues : check(action as Action)
    return found.length > 0 ? { ok: false, issues: found } : { ok: true, value: action as Action }
  }
}

/** Reads lists too, if the environment takes them: each call as an action of its own. */
export function readingLists(read: ActionReader, { several }: Pick<Environment, 'several'>): ActionReader {
  if (several === undefined) return read
  return (action) => {
    const calls = callsOf(action)
    if (calls === undefined) return read(action)
    const [issues, value]: [Issue[], JsonObject[]] = [[], []]
    const add = (path: string, message: string) => issues.push({ path, message })
    if (Object.keys(action as JsonObject).length > 1) add('/action', 'expected no key beside "calls"')
    if (calls.length > several.max) {
      const message = `expected ${several.max} at most in one step, found ${calls.length}: make the others later`
      add('/action', message)
    }
    for (const [at, call] of calls.slice(0, several.max).entries()) {
      const judged = read(call)
      const place = `/action/calls/${at}`
      if (!judged.ok) {
        for (const { path, message } of judged.issues) add(path.replace(/^(\/action)?/, place), message)
      } else if (!isJsonObject(judged.value) || several.runs(judged.value) === 'never')
        add(place, 'expected a call that may be made beside others')
      else value.push(judged.value)
    }
    return issues.length > 0 ? { ok: false, issues } : { ok: true, value: { calls: value } }
  }
}

function readText(action: unknown): Result<Action> {
  const text = typeof action === 'string' ? action.trim() : ''
  return text === ''
    ? { ok: false, issues: [expected('a command as text', action)] }
    : { ok: true, value: text }
}

function expected(what: string, action: unknown): Issue {
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
    const message = `the environment's actionSchema does not compile: ${oneLine(reasonOf(cause), 300)}`
    throw new SkillStateError('environment-failed', message, { cause })
  }
}
