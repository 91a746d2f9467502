export const SERVER = 'skill-state'
/** Characters of the text that a session begins with: Claude Code cuts at 10,000, Codex at 2,500 tokens. */
export const MIN_CHARS = 2_000
export const DEFAULT_CHARS = 4_000
export const MAX_CHARS = 9_500
/** Open tasks of a plan: a plan is replaced as a whole. */
export const MAX_TASKS = 4
/** Characters of the longest file and command. */
export const MAX_KEY = 72
/** Characters of a project's folder and of a session's id, as the text shows them. */
export const MAX_NAME = 80
