import { claimsFinding } from './claims.ts'
import type { Finding } from './finding.ts'
import { grimmerFinding } from './grimmer.ts'
import { growthFinding } from './growth-exponents.ts'
import { multiplesFinding } from './multiples.ts'
import { possiblePFinding } from './possible-p.ts'
import type { PublishedRecord } from './published-record.ts'
import { twoTablesFinding } from './two-tables.ts'
import { unitsFinding } from './units.ts'
import { wholeCountsFinding } from './whole-counts.ts'

/** Reads published tables against themselves and the claims of the text. Findings without a cell are left out. */
export function auditPaper(records: readonly PublishedRecord[]): readonly Finding[] {
  return [
    possiblePFinding,
    twoTablesFinding,
    wholeCountsFinding,
    grimmerFinding,
    multiplesFinding,
    claimsFinding,
    growthFinding,
    unitsFinding,
  ]
    .map((find) => find(records))
    .filter(({ rows }) => rows.length > 0)
}
