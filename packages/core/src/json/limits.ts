/** Levels of nesting that a state, a patch or an action may have; the root is level 1. */
export const MAX_DEPTH: number = 100

/**
 * Values that a patch may have, keys that it deletes included: more than any model writes in a step, and few
 * enough that no schema takes long to judge them.
 */
export const MAX_PATCH_VALUES: number = 2_000

/** Reasons that one rejection lists; more would only lengthen the retry prompt. */
export const MAX_ISSUES: number = 10

/** Replies that a step may ask for, the first included: two retries, as the project rules for the paper's rollback-retry. */
export const DEFAULT_ATTEMPTS: number = 3
