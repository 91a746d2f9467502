import { isJsonObject, type JsonObject } from '@skill-state/protocol'
import { State, type StateValue, toStateValue } from '../state/state.ts'

/** Merges a patch into a state. What it changes becomes the last. */
export function reorder(state: State, patch: JsonObject): State {
  let after = state
  for (const key of Object.keys(patch)) {
    const value = patch[key]
    if (value === null || value === undefined) after = after.without(key)
    else if (isJsonObject(value)) after = after.withLast(key, reorder(levelOf(after.get(key)), value))
    else after = withChange(after, key, toStateValue(value))
  }
  return after
}

/** Adds a patch to the patch from a base: what it writes becomes the last, and null what the base has and it deletes. */
export function overlay(state: State, base: () => StateValue | undefined, patch: JsonObject): State {
  let after = state
  for (const key of Object.keys(patch)) {
    const value = patch[key]
    const below = (): StateValue | undefined => levelOf(base()).get(key)
    if (isJsonObject(value)) {
      const was = after.get(key)
      // An object in the place of another value has nothing of the object that the base has there.
      const level = was === undefined || was instanceof State ? levelOf(was) : deletions(below())
      after = after.withLast(key, overlay(level, below, value))
    } else if (value !== null && value !== undefined) after = withChange(after, key, toStateValue(value))
    else after = below() === undefined ? after.without(key) : withChange(after, key, null)
  }
  return after
}

/** A state with such a patch merged into it: what is in the patch comes last. */
export function laidOver(state: State, patch: State): State {
  let after = state
  for (const [key, value] of patch.entries()) {
    if (value === null) after = after.without(key)
    else
      after = after.withLast(key, value instanceof State ? laidOver(levelOf(state.get(key)), value) : value)
  }
  return after
}

function withChange(state: State, key: string, value: StateValue): State {
  return state.get(key) === value ? state : state.withLast(key, value)
}

const levelOf = (value: StateValue | undefined): State => (value instanceof State ? value : State.EMPTY)

function deletions(level: StateValue | undefined): State {
  return State.over(Object.fromEntries(Array.from(levelOf(level).entries(), ([key]) => [key, null])))
}
