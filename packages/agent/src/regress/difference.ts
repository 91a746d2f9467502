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
