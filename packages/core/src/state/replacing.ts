import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import { setOwn } from './own.ts'
import { State } from './state.ts'

/** The merge patch after which an object is as `written`, not merged with it: with null for each key that goes. */
export function replacing(present: State, written: JsonObject): JsonObject {
  const patch: { [key: string]: JsonValue } = {}
  for (const [key] of present.entries()) if (!Object.hasOwn(written, key)) setOwn(patch, key, null)
  for (const [key, value] of Object.entries(written)) setOwn(patch, key, replacingAt(present, key, value))
  return patch
}

/** The same for each value at the top of a patch: the recursive patch with the effect of a shallow one. */
export function asRecursive(state: State, patch: JsonObject): JsonObject {
  const made: { [key: string]: JsonValue } = {}
  for (const [key, value] of Object.entries(patch)) setOwn(made, key, replacingAt(state, key, value))
  return made
}

function replacingAt(present: State, key: string, written: JsonValue): JsonValue {
  const was = present.get(key)
  return isJsonObject(written) && was instanceof State ? replacing(was, written) : written
}
