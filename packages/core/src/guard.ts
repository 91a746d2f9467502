import type { Issue, JsonObject, Result } from '@skill-state/protocol'
import type { Change } from './state/change.ts'
import type { State } from './state/state.ts'

/** A patch that passed the schema, before it is committed. */
export interface Transition {
  readonly before: State
  readonly after: State
  /** The merge patch that leads from one to the other. */
  readonly patch: JsonObject
  /** What the patch sets and deletes, value by value. */
  readonly changes: readonly Change[]
  /** a_t, as the reply has it: not yet checked. Absent if a patch is applied without one. */
  readonly action?: unknown
  /** What the caller of the runtime gave for its rules, such as who is signed in. Never shown to the model. */
  readonly context?: unknown
}

/**
 * A rule beside the schema, opt-in: the plain ⊕ of the paper has none. A rejection goes to the model like any
 * other, and the state stays as it was. Pure.
 */
export interface Guard {
  /** Short and unique, for reports. */
  readonly name: string
  /** What a patch that it rejects gets wrong. Default `rule`. */
  readonly mistake?: 'overwrite' | 'rule'
  /**
   * Changes a patch before it is merged, or rejects it. Gets what the guards before it gave: a recursive patch,
   * also if the model's merge shallowly.
   */
  rewrite?(patch: JsonObject, before: State): Result<JsonObject>
  /** The reasons to reject; empty if there are none. */
  check?(transition: Transition): readonly Issue[]
}
