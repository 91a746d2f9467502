import type { Database } from './database.ts'
import type { PythonDict } from './python/value.ts'

/** A tool of a domain, as the official environment has it. */
export interface Tool {
  /** As the model names it, for instance `cancel_pending_order`. */
  readonly name: string
  /** As Python's messages name it, for instance `CancelPendingOrder`. */
  readonly className: string
  /** Names of the keyword arguments, in the order of Python's signature, `data` left out. */
  readonly parameters: readonly string[]
  /** Those of `parameters` that may be left out. */
  readonly optional?: readonly string[]
  /**
   * Runs with arguments of any type, each of `parameters` that is not optional present and no other. Gives the
   * answer's text, or `undefined` if Python's gives None. Throws `PythonError`; what it changed by then stays.
   */
  run(database: Database, kwargs: PythonDict): string | undefined
}
