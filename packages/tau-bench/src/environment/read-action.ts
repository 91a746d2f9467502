import type { Action, JsonObject } from '@skill-state/protocol'
import { type PythonDict, tryParseJson } from '../python/index.ts'

/** The shape alone: unknown tools and odd arguments reach the environment, which answers them as the official one does. */
export const actionSchema: JsonObject = {
  type: 'object',
  properties: { respond: { type: 'string' } },
  additionalProperties: { type: 'object' },
  minProperties: 1,
  maxProperties: 1,
}

export type Move =
  | { readonly kind: 'call'; readonly name: string; readonly kwargs: PythonDict }
  | { readonly kind: 'respond'; readonly content: string }

/**
 * Reads the shape of an action; undefined if it has none. `source`, the action as the model wrote it, is preferred: there
 * 250.0 and 250 are two numbers, and keys that look like integers are in their place.
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
