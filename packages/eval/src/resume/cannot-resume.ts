/** Raised if what is on record of an episode does not come out again; ends the attempt to continue, not the run. */
export class CannotResume extends Error {
  /** One line: what came out otherwise. */
  constructor(reason: string) {
    super(reason)
    this.name = 'CannotResume'
  }
}

/** The failed attempt that an error is about, or was caused by. */
export function cannotResumeIn(error: unknown): CannotResume | undefined {
  if (error instanceof CannotResume) return error
  return error instanceof Error && error.cause !== undefined ? cannotResumeIn(error.cause) : undefined
}
