import { isDeepStrictEqual } from 'node:util'
import type { Json, Row } from './_vectors.ts'

/** What a policy gave and what the recorded library gave, both written out. */
export interface Outcome {
  readonly found: unknown
  readonly recorded: unknown
}

/** Compares one row of a policy's vectors; `undefined` if the row has nothing to compare. */
export type Check = (row: Row) => Outcome

export function isEqual({ found, recorded }: Outcome): boolean {
  return isDeepStrictEqual(plain(found), plain(recorded))
}

/** What a policy returns or throws, as vectors write it. */
export function outcomeOf(run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const { name, message } = error
    const metadata = 'metadata' in error ? error.metadata : undefined
    return { error: { name, message, ...(metadata !== undefined && { metadata }) } }
  }
}

/** Values as JSON writes them: keys that are `undefined` are gone. */
function plain(value: unknown): Json {
  return value === undefined ? null : (JSON.parse(JSON.stringify(value)) as Json)
}
