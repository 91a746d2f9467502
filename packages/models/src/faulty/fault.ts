/**
 * What a model gets wrong, in the order in which one draw decides among them.
 *
 * The first three are the error taxonomy of the paper (§5.7), with their shares in its failure log:
 * - `overwrite`: existing entries are overwritten or lost in the update (68 %).
 * - `schema`: a reply of the wrong shape, such as a list for a dictionary (20 %).
 * - `syntax`: text that is not JSON (12 %).
 *
 * The paper has no figure for the last:
 * - `wrong`: a patch of the right shape that says something else than the action does.
 */
export const faultClasses: readonly ['overwrite', 'schema', 'syntax', 'wrong'] = [
  'overwrite',
  'schema',
  'syntax',
  'wrong',
]

export type FaultClass = (typeof faultClasses)[number]

/** One injected fault. */
export interface Fault {
  readonly class: FaultClass
  /** Which variant of the class, for instance `trailing-comma`. */
  readonly kind: string
  /** Index of the call from 0, over the life of the model. */
  readonly call: number
  /** The text with the fault. */
  readonly reply: string
  /** The text that the wrapped model gave. */
  readonly intended: string
  /**
   * Whether the injected patch leads to another state than the intended one, both merged recursively (RFC 7396)
   * into the state that the prompt shows, or into an empty one if it shows none. Undefined if the reply
   * holds no patch that is a JSON object.
   */
  readonly differs: boolean | undefined
}

/** What became of the draws of one class. */
interface FaultCount {
  readonly injected: number
  /** Drawn, but no variant of the class fits the reply, so that it was passed on as it was. */
  readonly skipped: number
}

export type FaultCounts = Readonly<Record<FaultClass, FaultCount>>
