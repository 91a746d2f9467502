/** Raised between two steps where a run is to stop; ends the episode's turn, not the episode. */
export class Stopped extends Error {
  override name = 'Stopped'
  constructor() {
    super('the run was stopped between two steps')
  }
}

/** Raised if what is on record of an episode does not come out again; ends the attempt to continue, not the run. */
export class CannotResume extends Error {
  override name = 'CannotResume'
}

/** Raised if a trace cannot be written: it ends the run, because an unrecorded episode is lost. */
export class NotRecorded extends Error {
  override name = 'NotRecorded'
  /** One line: which file, and why. */
  constructor(file: string, reason: string, options?: { cause?: unknown }) {
    super(`${file} cannot be written: ${reason}`, options)
  }
}

/** The first of these that an error is, or was caused by: a runtime may have wrapped what its model threw. */
export function cutOffIn(error: unknown): Error | undefined {
  if (!(error instanceof Error)) return undefined
  const isOurs = [Stopped, CannotResume, NotRecorded].some((own) => error instanceof own)
  return isOurs ? error : cutOffIn(error.cause)
}
