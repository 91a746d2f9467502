import type { EpisodeDatabase } from '../data/open-database.ts'
import { canonicalHash, officialHash } from '../hash/database-hash.ts'
import type { Findings } from './findings.ts'

/** The two hashes of a database, of which a record may leave out either. */
export interface RecordedHashes {
  readonly official?: string | undefined
  readonly canonical?: string | undefined
}

export function expectHashes(
  findings: Findings,
  what: string,
  { official, canonical }: RecordedHashes,
  database: EpisodeDatabase,
): void {
  if (official !== undefined) {
    findings.expect(`official hash of ${what}`, official, officialHash(database))
  }
  if (canonical !== undefined) {
    findings.expect(`canonical hash of ${what}`, canonical, canonicalHash(database))
  }
}
