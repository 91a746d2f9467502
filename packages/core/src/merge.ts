import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import { isPlain } from './json/is-plain.ts'
import { MAX_DEPTH } from './json/limits.ts'
import type { EntryChange, LevelChange } from './state/change.ts'
import { setOwn } from './state/own.ts'
import { asRecursive } from './state/replacing.ts'
import { notJson, State, tooDeep, toStateValue } from './state/state.ts'

export interface MergeOptions {
  /**
   * `recursive` (default): objects merge level by level, as RFC 7396 has it. `shallow`: an object replaces the
   * value of its top-level key as a whole, so that what it omits is lost. The paper leaves open which it used.
   */
  readonly depth?: 'recursive' | 'shallow' | undefined
}

/**
 * Σ ⊕ ΔΣ: RFC 7396 for an object patch. Objects merge recursively, null deletes, anything else replaces.
 *
 * Pure: shares by reference what the patch does not touch, and nothing with the patch. Nulls inside a new
 * object are dropped; an array replaces as a whole and keeps its nulls. `__proto__` is an ordinary key.
 * Throws `invalid-patch` for a patch of more than `MAX_DEPTH` levels, and for what is not JSON: values of a class such
 * as `Date`, lists with holes, a state or a patch that is not an object.
 *
 * @example
 * ```ts
 * import { merge } from '@skill-state/core'
 *
 * console.log(merge({ eggs: 6, milk: 1 }, { eggs: null, bread: 2 })) // { milk: 1, bread: 2 }
 * ```
 */
export function merge(state: JsonObject, patch: JsonObject, options?: MergeOptions): JsonObject {
  if (!isPlain(state)) throw notJson(state)
  return mergeState(State.over(state), patch, options).after.toJSON()
}

/**
 * The same on a `State`: copies no level as a whole, so that its cost does not grow with the number of keys.
 *
 * @example
 * ```ts
 * import { mergeState, State } from '@skill-state/core'
 *
 * const { after } = mergeState(State.from({ eggs: 6 }), { bread: 2 })
 * console.log(after.toJSON()) // { eggs: 6, bread: 2 }
 * ```
 */
export function mergeState(state: State, patch: JsonObject, { depth }: MergeOptions = {}): LevelChange {
  return mergeLevel(
    state,
    depth === 'shallow' && isPlain(patch) ? asRecursive(state, patch) : patch,
    MAX_DEPTH,
  )
}

/**
 * The same on a plain object that is not shared, in place: for many patches of which only the end counts. Keeps parts of
 * the patch. The object must hold neither null nor more than `MAX_DEPTH` levels.
 */
export function mergeInto(target: MutableObject, patch: JsonObject, levels: number = MAX_DEPTH): void {
  if (levels === 0) throw tooDeep()
  for (const key of Object.keys(patch)) {
    const value = patch[key]
    if (value === null) {
      delete target[key]
    } else if (isJsonObject(value)) {
      const was = Object.hasOwn(target, key) ? target[key] : undefined
      const below = isJsonObject(was) ? was : {}
      mergeInto(below, value, levels - 1)
      if (below !== was) setOwn(target, key, below)
    } else if (value !== undefined) {
      setOwn(target, key, value)
    }
  }
}

type MutableObject = { [key: string]: JsonValue }

function mergeLevel(before: State, patch: JsonObject, levels: number): LevelChange {
  if (levels === 0) throw tooDeep()
  if (!isPlain(patch)) throw notJson(patch)
  let after: State = before.own()
  const entries: EntryChange[] = []
  for (const key of Object.keys(patch)) {
    const value = patch[key]
    const was = after.get(key)
    if (value === null) {
      after = after.without(key)
      entries.push({ key, before: was, after: undefined })
    } else if (isJsonObject(value)) {
      const isLevel = was instanceof State
      const below = mergeLevel(isLevel ? was : State.EMPTY, value, levels - 1)
      after = after.with(key, below.after)
      entries.push({ key, before: was, after: below.after, below: isLevel ? below : undefined })
    } else if (value !== undefined) {
      const now = toStateValue(value, levels - 1)
      after = after.with(key, now)
      entries.push({ key, before: was, after: now })
    }
  }
  return { before, after, entries }
}
