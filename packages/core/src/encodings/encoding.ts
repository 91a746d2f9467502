import type { JsonObject, Result } from '@skill-state/protocol'
import type { State } from '../state/state.ts'

/**
 * How a model writes a patch. Inside, a patch is always a merge patch (RFC 7396): that is what guards see, what
 * ⊕ takes and what the journal holds.
 */
export interface PatchEncoding {
  /** Short and unique, recorded with each run. */
  readonly name: string
  /** What the prompt of A.4 shows as the value of `state_patch`. */
  readonly form: string
  /**
   * JSON Schema (2020-12) of the value of `state_patch`, for a state with this JSON Schema (2020-12 or draft-07).
   * What it refers to, it holds in its own `$defs`. A guide for the model, not the judge: what it lets through
   * is still checked against the state's schema. Throws `invalid-skill` if the encoding cannot write such a
   * state.
   */
  patchSchema(stateSchema: JsonObject): JsonObject
  /** The merge patch that the model means, or why the value cannot be read. Never throws. */
  decode(written: unknown, state: State): Result<JsonObject>
}
