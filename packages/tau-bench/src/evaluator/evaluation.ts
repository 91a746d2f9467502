import type { Database } from '../data/open-database.ts'
import { canonicalHash, officialHash } from '../hash/database-hash.ts'
import { lower, PythonError, type ReadonlyValue } from '../python/index.ts'

export interface Evaluation {
  /** 1 if the official database verdict and the outputs verdict both hold, else 0. */
  readonly reward: 0 | 1
  readonly database: DatabaseVerdict
  /** Of each text that the agent had to say, whether it did. Empty if the task asks for none. */
  readonly outputs: ReadonlyMap<string, boolean>
  readonly outputsSaid: boolean
}

/** The agent's database beside the one that the task's own actions lead to. */
export interface DatabaseVerdict {
  /** Whether the official hashes are equal. The reward goes by this one. */
  readonly official: boolean
  /** Whether the canonical hashes are equal, which do not tell 250 from 250.0. On record only. */
  readonly canonical: boolean
  readonly agent: DatabaseHashes
  readonly wanted: DatabaseHashes
}

interface DatabaseHashes {
  readonly official: string
  readonly canonical: string
}

export function compareDatabases(agentDatabase: Database, wantedDatabase: Database): DatabaseVerdict {
  const agent = hashesOf(agentDatabase)
  const wanted = hashesOf(wantedDatabase)
  return {
    official: agent.official === wanted.official,
    canonical: agent.canonical === wanted.canonical,
    agent,
    wanted,
  }
}

function hashesOf(database: Database): DatabaseHashes {
  return { official: officialHash(database), canonical: canonicalHash(database) }
}

/**
 * Which outputs are a part of one `respond`, in any case, without the commas of what was said. Looked for until one has
 * it; raises as Python at one that is no text or absent.
 */
export function findOutputs(
  outputs: readonly string[],
  said: readonly (ReadonlyValue | undefined)[],
): ReadonlyMap<string, boolean> {
  return new Map(
    outputs.map((output) => {
      const wanted = output.toLowerCase()
      return [output, said.some((content) => spoken(content).includes(wanted))]
    }),
  )
}

function spoken(content: ReadonlyValue | undefined): string {
  if (content === undefined) throw missingContent()
  return lower(content).replaceAll(',', '')
}

/** What Python raises at a `respond` without a content. */
export function missingContent(): PythonError {
  return new PythonError('KeyError', "'content'")
}
