import type { JsonValue } from '@skill-state/protocol'

/**
 * One turn of a session, as a durable host plays it: alone, and if it is cut off again from its beginning, with what is on
 * record. Between two calls of these nothing outside of the turn is touched, and they come in the same order in each run.
 */
export interface HostTurn {
  /** What was saved last under the name, before the turn or in it; undefined if nothing was. */
  load(name: string): Promise<JsonValue | undefined>
  /** Keeps a value for later turns; undefined removes it. */
  save(name: string, value: JsonValue | undefined): Promise<void>
  /**
   * Runs f at least once and keeps what it returns; a later run of the turn returns that without f. Throws failures of the
   * host, and the signal's reason if the turn is cancelled. `f` throws only if `isFailure` of the error is true.
   */
  step(key: string, f: (signal: AbortSignal) => Promise<JsonValue>): Promise<JsonValue>
  /** Aborted, at the same call in each run, if somebody cancels the turn. */
  readonly signal?: AbortSignal | undefined
  /** Whether the host itself has failed, so that the turn is to be run again: such an error is passed on untouched. */
  isFailure(error: unknown): boolean
}

export interface HostLimits {
  readonly host: string
  /** Most bytes of one value that is kept, or of one message. */
  readonly maxValueBytes: number
}

export function bytesOf(value: JsonValue): number {
  return new TextEncoder().encode(JSON.stringify(value)).length
}
