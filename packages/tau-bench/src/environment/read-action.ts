import type { Action, JsonObject } from '@skill-state/protocol'
import { type PythonDict, tryParseJson } from '../python/index.ts'

/**
 * The shape alone, one key with an object of arguments, or `respond` with a text. Unknown tools and odd arguments reach the
 * environment, which answers them as the official one does, and they cost a step there as here.
 */
export const actionSchema: JsonObject = {
  type: 'object',
  properties: { respond: { type: 'string' } },
  additionalProperties: { type: 'object' },
  minProperties: 1,
  maxProperties: 1,
}

/** What the agent does in a step. */
export type Move =
  | { readonly kind: 'call'; readonly name: string; readonly kwargs: PythonDict }
  | { readonly kind: 'respond'; readonly content: string }

/**
 * Reads an action of one of the two forms, `{"<name of a tool>": {<arguments>}}` and `{"respond": "<text>"}`; undefined
 * if it has neither. Only the shape is looked at: any name and any arguments are for the tools to answer.
 *
 * `source` is the action as the model wrote it, and is read instead of the value if it can be: there, 250.0 and 250
 * are two numbers, and keys that look like integers are in their place.
 */
export function readAction(action: Action, source?: string): Move | undefined {
  return toMove(source) ?? toMove(written(action))
}

/** Undefined for what nests too deep. */
function written(action: Action): string | undefined {
  try {
    return JSON.stringify(action)
  } catch {
    return undefined
  }
}

/** Undefined also for what Python's reader refuses: extreme nesting, and numbers of thousands of digits. */
function toMove(source: string | undefined): Move | undefined {
  const action = source === undefined ? undefined : tryParseJson(source)
  if (!(action instanceof Map) || action.size > 1) return undefined
  const [entry] = action
  if (entry === undefined) return undefined
  const [name, value] = entry
  if (name === 'respond') return typeof value === 'string' ? { kind: 'respond', content: value } : undefined
  return value instanceof Map ? { kind: 'call', name, kwargs: value } : undefined
}
