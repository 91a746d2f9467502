import type { Origin } from '@skill-state/core/journal'
import { invalidOption, isJsonObject, type JsonObject, reasonOf } from '@skill-state/protocol'
import { MAX_NAME } from './limits.ts'
import { plain, plainJson } from './plain.ts'
import {
  type HeldState,
  type PatchResult,
  type Place,
  projectPlace,
  type StateOptions,
  withState,
} from './state/coding-state.ts'

/** A tool by which the model of a host reads and changes the states. */
export interface StateTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonObject
  /** Throws what the model is to be told. */
  readonly run: (input: JsonObject, caller: Caller) => Promise<JsonObject>
}

export interface Caller extends StateOptions {
  readonly cwd: string
}

const SESSION = {
  type: 'string',
  minLength: 1,
  description: 'Id of the session, as it was told at its start. Default: the state of the project.',
}

function tool(
  name: string,
  description: string,
  [properties, ...required]: readonly [JsonObject, ...string[]],
  work: (held: HeldState, input: JsonObject) => JsonObject,
): StateTool {
  return {
    name,
    description,
    inputSchema: { type: 'object', properties, required, additionalProperties: false },
    run: (input, { cwd, ...options }) => withState(placeOf(input, cwd), options, (held) => work(held, input)),
  }
}

export const STATE_TOOLS: readonly StateTool[] = [
  tool(
    'state_get',
    'Reads what was recorded of this project: constraints, decisions, tasks. With a session: its request, tasks, files and commands.',
    [{ session: SESSION }],
    ({ version, state }) => ({ version, state: state.toJSON() }),
  ),
  tool(
    'state_patch',
    'Changes the recorded state by a JSON merge patch, such as {"decisions":{"database":"SQLite, since one process writes"}}; null deletes. Fields of the project: constraints, decisions, tasks. Values are one line each. It outlives compactions and sessions.',
    [
      {
        patch: { type: 'object', description: 'JSON merge patch.' },
        because: { type: 'string', description: 'What led to it, as state_why tells later.' },
        session: SESSION,
      },
      'patch',
    ],
    (held, { patch, because }) => {
      const told =
        typeof because === 'string' ? plain(because).slice(0, MOST_BECAUSE) : 'The model gave no reason.'
      return patched(held.patch(told, 'state_patch', plainJson(patch ?? {}) as JsonObject), held)
    },
  ),
  tool(
    'state_why',
    'Says what wrote a value of the recorded state last, and what led to it.',
    [
      { pointer: { type: 'string', description: 'JSON Pointer, as /decisions/database.' }, session: SESSION },
      'pointer',
    ],
    ({ why }, { pointer }) => originOf(why(typeof pointer === 'string' ? pointer : '')),
  ),
]

const MOST_BECAUSE = 300

function placeOf({ session }: JsonObject, cwd: string): Place {
  return typeof session === 'string' ? { scope: 'session', name: session } : projectPlace(cwd)
}

function patched(result: PatchResult, { version, state }: HeldState): JsonObject {
  if (result.ok) return { version, state: state.toJSON() }
  const reasons = result.issues.slice(0, 8).map(({ path, message }) => `${path || 'the patch'}: ${message}`)
  throw invalidOption(`the patch is rejected: ${reasons.join('; ')}`)
}

function originOf(origin: Origin): JsonObject {
  const { value = null } = origin
  if (origin.kind !== 'step') return { value, writtenBy: origin.kind }
  const { index, observation, action, patch = {} } = origin.step
  return { value, writtenBy: action, step: index, because: observation.text, patch }
}

/** Runs a tool by its name, for a host that has no MCP. The answer is always a text. */
export async function runStateTool(name: unknown, input: unknown, caller: Caller): Promise<string> {
  const found = STATE_TOOLS.find((each) => each.name === name)
  if (found === undefined || !isJsonObject(input))
    return `there is no tool ${plain(String(name)).slice(0, MAX_NAME)}`
  try {
    return JSON.stringify(await found.run(input, caller))
  } catch (error) {
    return reasonOf(error)
  }
}
