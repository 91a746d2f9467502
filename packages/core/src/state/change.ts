import { pointerStep } from '../json/pointer.ts'
import type { State, StateValue } from './state.ts'

/** What a patch did to one level of a state. */
export interface LevelChange {
  readonly before: State
  readonly after: State
  /** The keys that the patch names, also those that it left as they were. */
  readonly entries: readonly EntryChange[]
}

/** What a patch did to one key; undefined is a key that is not there. */
export interface EntryChange {
  readonly key: string
  readonly before: StateValue | undefined
  readonly after: StateValue | undefined
  /** What was done to a level that was merged into; absent if the value was replaced. */
  readonly below?: LevelChange | undefined
}

/** One value that a patch set or deleted: a leaf of the change, or a level that is new or gone as a whole. */
export interface Change {
  /** The keys from the root of the state. */
  readonly path: readonly string[]
  readonly before: StateValue | undefined
  readonly after: StateValue | undefined
}

/**
 * The values that a change set or deleted, in the order of the patch.
 *
 * @example
 * ```ts
 * import { listChanges, mergeState, State, toPointer } from '@skill-state/core'
 *
 * const change = mergeState(State.from({ list: { eggs: 6 } }), { list: { eggs: null } })
 * for (const { path, before } of listChanges(change)) console.log(toPointer(path), before) // /list/eggs 6
 * ```
 */
export function* listChanges(
  { entries }: LevelChange,
  above: readonly string[] = [],
): Generator<Change, void, undefined> {
  for (const { key, before, after, below } of entries) {
    const path = [...above, key]
    if (below) yield* listChanges(below, path)
    else yield { path, before, after }
  }
}

/**
 * The keys of a path as a JSON Pointer (RFC 6901).
 *
 * @example
 * ```ts
 * import { toPointer } from '@skill-state/core'
 *
 * console.log(toPointer(['list', 'a/b'])) // /list/a~1b
 * ```
 */
export function toPointer(path: readonly string[]): string {
  return path.map(pointerStep).join('')
}
