import { explained, isAway } from '../database/failures.ts'
import { persist } from '../database/persist.ts'

/** How long a program that starts waits for a database that is not there, as when both start at once. */
const START_SECONDS = 20

export interface PatienceOptions {
  /** The address of the database, as it may be shown. */
  readonly place: string
  /** Hears once what is waited for, and how long. */
  readonly onLine: (line: string) => void
}

/**
 * Returns a function that does a step of a start, and does it again while the database is away. What does not pass by itself,
 * as a wrong password, is thrown at once, in one line.
 */
export function startPatiently({
  place,
  onLine,
}: PatienceOptions): <T>(work: () => Promise<T>) => Promise<T> {
  let told = false
  const tell = (error: Error): void => {
    if (!told && isAway(error)) onLine(`${error.message}; waits up to ${START_SECONDS} seconds`)
    told = true
  }
  return (work) => {
    const attempt = (): ReturnType<typeof work> =>
      work().catch((error: unknown) => {
        const found = explained(place, error)
        if (found instanceof Error) tell(found)
        throw found
      })
    return persist(attempt, { signal: AbortSignal.timeout(START_SECONDS * 1000) })
  }
}
