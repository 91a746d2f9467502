import type { TauTask } from '../data/tasks.ts'

/** What the simulated user's model has used. A figure that one of its calls did not report is absent. */
export interface UserUsage {
  readonly calls: number
  readonly inputTokens?: number
  readonly outputTokens?: number
  /** US dollars by the model's price sheet; absent also where it has none. */
  readonly cost?: number
}

/** The user of one episode. */
export interface User {
  /** The user's next line, in answer to what the agent said. Throws `simulator-failed`, and what the signal was aborted with. */
  answer(said: string, signal?: AbortSignal): Promise<string>
  /** Takes a line on record for the answer to what the agent said, as if it had been given now: asks nobody. */
  recall(said: string, line: string): void
  /** Absent where no model plays the user. */
  usage?(): UserUsage
}

/** A way to play the users of all tasks. */
export interface UserStrategy {
  /** One word, fit for a file name; part of the benchmark's id. */
  readonly name: string
  /** Who plays the user, in a few words. */
  readonly description: string
  /** The user of a new episode of the task. */
  open(task: TauTask): User
}

/** What the agent is taken to have said before the user's first line. */
export const greeting = 'Hello! What can I do for you today?'
