import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import { describeValue } from '../../json/excerpt.ts'
import { childIn } from '../../json/pointer.ts'
import { toPointer } from '../../state/change.ts'
import { diff } from '../../state/diff.ts'
import { setOwn } from '../../state/own.ts'
import { State } from '../../state/state.ts'

type Draft = { [key: string]: JsonValue }

/** One level of the draft, and what it is merged into: undefined if the level is new. */
interface Level {
  readonly draft: Draft
  readonly state: State | undefined
}

/**
 * A merge patch that grows by single operations. Each sees the state as the operations before it left it, so
 * that of two at one path the later one decides. Costs what the operations touch, not what the state holds.
 */
export class PatchDraft {
  readonly #top: Level

  constructor(state: State) {
    this.#top = { draft: {}, state }
  }

  get patch(): JsonObject {
    return this.#top.draft
  }

  /**
   * Makes `value` the whole value at a path of one key or more, with missing levels above it; gives the reason
   * if there can be none. Takes the value over: the caller must not keep it.
   */
  set(keys: readonly string[], value: JsonValue): string | undefined {
    const { reason } = this.#above(keys)
    if (reason !== undefined) return reason
    const [key, { draft, state }] = this.#open(keys)
    const was = state?.get(key)
    setOwn(draft, key, isJsonObject(value) && was instanceof State ? diff(was.toJSON(), value) : value)
    return undefined
  }

  /** Deletes the value at a path; changes nothing if there is none. Gives the reason if there can be none. */
  delete(keys: readonly string[]): string | undefined {
    const { reason, isMissing } = this.#above(keys)
    if (reason !== undefined || isMissing) return reason
    const [key, { draft }] = this.#open(keys)
    setOwn(draft, key, null)
    return undefined
  }

  /** Whether the objects above the last key are there, or why there can be none. Opens no level. */
  #above(keys: readonly string[]): { readonly isMissing: boolean; readonly reason?: string } {
    let { draft, state }: { draft: Draft | undefined; state: State | undefined } = this.#top
    for (const [at, key] of keys.slice(0, -1).entries()) {
      const written = childIn(draft, key)
      const value = written === undefined ? state?.get(key) : written
      if (value === undefined || value === null) return { isMissing: true }
      if (!(value instanceof State) && !isJsonObject(value)) {
        const path = toPointer(keys.slice(0, at + 1))
        const found = `"${path}" is ${describeValue(value)}: set "${path}" as a whole`
        return { isMissing: true, reason: `expected a path through objects, but ${found}` }
      }
      draft = value instanceof State ? undefined : (value as Draft)
      state = levelBelow(state, key)
    }
    return { isMissing: false }
  }

  /** The last key and the level that holds it, with every level down to it in the draft. */
  #open(keys: readonly string[]): [string, Level] {
    let level = this.#top
    for (const key of keys.slice(0, -1)) level = lower(level, key)
    return [keys.at(-1) ?? '', level]
  }
}

function lower({ draft, state }: Level, key: string): Level {
  const below = levelBelow(state, key)
  const written = childIn(draft, key)
  if (isJsonObject(written)) return { draft: written as Draft, state: below }
  // A level that was deleted before comes back without the keys that it had.
  const fresh: Draft = written === null && below ? { ...diff(below.toJSON(), {}) } : {}
  setOwn(draft, key, fresh)
  return { draft: fresh, state: below }
}

function levelBelow(state: State | undefined, key: string): State | undefined {
  const value = state?.get(key)
  return value instanceof State ? value : undefined
}
