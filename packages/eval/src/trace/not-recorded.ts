/** Raised if a trace cannot be written: it ends the run, because an unrecorded episode is lost. */
export class NotRecorded extends Error {
  /** One line: which file, and why. */
  constructor(file: string, reason: string, options?: { cause?: unknown }) {
    super(`${file} cannot be written: ${reason}`, options)
    this.name = 'NotRecorded'
  }
}

/** The lost record that an error is about, or was caused by: a runtime may have wrapped what its model threw. */
export function notRecordedIn(error: unknown): NotRecorded | undefined {
  if (error instanceof NotRecorded) return error
  return error instanceof Error && error.cause !== undefined ? notRecordedIn(error.cause) : undefined
}
