/** Levels of nesting that a state, a patch or an action may have; the root is level 1. */
export const MAX_DEPTH: number = 100

/** Reasons that one refusal lists; more would only lengthen the retry prompt. */
export const MAX_ISSUES: number = 10

/** Replies that a step may ask for, the first included: two retries, as the project rules for the paper's rollback-retry. */
export const DEFAULT_ATTEMPTS: number = 3
