import type { EnvironmentCall } from '@skill-state/protocol'
import type { TauTask } from '../data/tasks.ts'

interface AnswerOptions {
  readonly signal?: AbortSignal | undefined
  /** Hears of each call of a model that may be charged, also of those before an answer that fails. */
  readonly onCall?: ((call: EnvironmentCall) => void) | undefined
}

export interface User {
  /** `Model.id` of who plays the user; absent if no model does. */
  readonly model?: string
  /** The user's next line, in answer to what the agent said. Throws `simulator-failed`, and what the signal was aborted with. */
  answer(said: string, options?: AnswerOptions): Promise<string>
  /** Takes a line on record for the answer to what the agent said, as if it had been given now, without asking the user. */
  recall(said: string, line: string): void
}

/** A way to play the users of all tasks. */
export interface UserStrategy {
  /** One word, fit for a file name; part of the benchmark's id. */
  readonly name: string
  readonly description: string
  open(task: TauTask): User
}

/** What the agent is taken to have said before the user's first line. */
export const greeting = 'Hello! What can I do for you today?'
