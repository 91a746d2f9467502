/** Levels of nesting that a state, a patch or an action may have; the root is level 1. */
export const MAX_DEPTH: number = 100

/** Reasons that one refusal lists; more would only lengthen the retry prompt. */
export const MAX_ISSUES: number = 10
