/** What is different about a step. */
export type Part =
  /** What the model is shown: a word of it is enough. */
  | 'prompt'
  /** The reply: what it says could not be read, or its action is not one. */
  | 'reply'
  | 'patch'
  | 'approval'
  /** What becomes of the call: who executes it, whether its input is taken. */
  | 'call'
  /** What rules take from results and messages. */
  | 'capture'
  /** Σ after the step. */
  | 'state'
  | 'migration'
  | 'limit'
  /** The session is not one of this agent. */
  | 'session'
  /** What the candidate decides in the same place. */
  | 'decision'

/** One thing in which a step differs. `place` is the same for like differences. */
export interface Found {
  readonly part: Part
  readonly place: string
  readonly was: string
  readonly now: string
}

/** A step in which a session would go otherwise. */
export interface Difference extends Found {
  readonly session: string
  /** t, from 0. */
  readonly step: number
}

/** Most UTF-16 units of a value in a report. */
const MOST_CHARS = 300

/** A value as a report has it. */
export function valueText(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length <= MOST_CHARS ? text : `${text.slice(0, MOST_CHARS - 1).toWellFormed()}…`
}
