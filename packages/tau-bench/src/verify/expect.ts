import type { EpisodeDatabase } from '../data/open-database.ts'
import type { Evaluation } from '../evaluator/evaluation.ts'
import { canonicalHash, officialHash } from '../hash/database-hash.ts'
import type { Findings } from './findings.ts'

interface RecordedHashes {
  readonly official?: string | undefined
  readonly canonical?: string | undefined
}

export function expectHashes(
  findings: Findings,
  what: string,
  { official, canonical }: RecordedHashes,
  database: EpisodeDatabase,
): void {
  if (official !== undefined) findings.expect(`official hash of ${what}`, official, officialHash(database))
  if (canonical !== undefined) {
    findings.expect(`canonical hash of ${what}`, canonical, canonicalHash(database))
  }
}

/** Compares which of the wanted texts were found, one by one. */
export function expectOutputs(
  findings: Findings,
  recorded: ReadonlyMap<string, boolean> | undefined,
  evaluation: Evaluation | undefined,
): void {
  for (const [text, found] of recorded ?? []) {
    findings.expect(`output ${JSON.stringify(text)} found`, found, evaluation?.outputs.get(text))
  }
  if (recorded !== undefined) findings.expect('number of outputs', recorded.size, evaluation?.outputs.size)
}
