/** Raised between two steps where a run is to stop; ends the episode's turn, not the episode. */
export class Stopped extends Error {
  constructor() {
    super('the run was stopped between two steps')
    this.name = 'Stopped'
  }
}

/** The stop that an error is. */
export function stopIn(error: unknown): Stopped | undefined {
  return error instanceof Stopped ? error : undefined
}
