import { studentP, studentT } from '@skill-state/eval/statistics'
import { left, right, tableOf } from '../tables/table.ts'
import type { Finding } from './finding.ts'
import { type PublishedRecord, placeOf, SUBJECT, unitOf } from './published-record.ts'

/** Seeds of each cell, the shortest horizon and the level of the paper's claim (§5.1). */
const SEEDS = 5
const HORIZON = 50
const LEVEL = 0.01

/** The t that a comparison can have at most, whatever score of one seed belongs to which of the other. */
export interface PossibleTest {
  readonly subject: PublishedRecord
  readonly other: PublishedRecord
  readonly difference: number
  /** The largest |t| over all pairings and all means and deviations that round to the published ones. */
  readonly maxT: number
  readonly leastP: number
  /** |t| of the published figures if the seeds of the two are not correlated. */
  readonly plainT: number
}

/**
 * The bounds of each comparison with the subject. The variance of a difference is at least (s1 − s2)²: then the two
 * move together perfectly.
 */
export function possibleTests(records: readonly PublishedRecord[]): readonly PossibleTest[] {
  const measured = records.filter(({ scoreSd, horizon = 0 }) => scoreSd !== undefined && horizon >= HORIZON)
  const groups = Map.groupBy(measured, placeOf)
  return [...groups.values()].flatMap((group) => {
    const subject = group.find(({ runtime }) => runtime === SUBJECT)
    if (subject === undefined) return []
    const others = new Map(group.map((record) => [record.runtime, record])) // some cells are in two tables
    others.delete(SUBJECT)
    return [...others.values()].map((other) => {
      const difference = (subject.score ?? 0) - (other.score ?? 0)
      const [sd, otherSd] = [subject.scoreSd ?? 0, other.scoreSd ?? 0]
      const largest = Math.abs(difference) + unitOf(records, subject.label, 'score')
      const least = Math.max(0, Math.abs(sd - otherSd) - unitOf(records, subject.label, 'scoreSd'))
      const maxT = least < 1e-9 ? Number.POSITIVE_INFINITY : (largest * Math.sqrt(SEEDS)) / least
      const plainT = (Math.abs(difference) * Math.sqrt(SEEDS)) / Math.hypot(sd, otherSd)
      return { subject, other, difference, maxT, leastP: studentP(maxT, SEEDS - 1), plainT }
    })
  })
}

export function possiblePFinding(records: readonly PublishedRecord[]): Finding {
  const needed = studentT(LEVEL, SEEDS - 1)
  const tests = possibleTests(records)
  const impossible = tests.filter(({ maxT }) => maxT < needed)
  const equal = tests.filter(({ difference }) => difference === 0)
  const plain = tests.filter(({ plainT }) => plainT < needed).length
  return {
    id: 'possible-p',
    title: 'Significance that the published spreads do not allow',
    claim: `differences at T ≥ ${HORIZON} are significant (paired t-test, p < ${LEVEL}, ${SEEDS} seeds).`,
    found: `with ${SEEDS} pairs p < ${LEVEL} needs |t| ≥ ${needed.toFixed(2)}. Of ${tests.length} comparisons ${impossible.length} cannot reach it under any pairing and rounding, ${equal.length} have equal means, and ${plain} do not reach it if seeds are not correlated.`,
    ...tableOf(
      [...impossible, ...equal],
      [
        left('Condition', ({ subject }) => placeOf(subject)),
        left('Against', ({ other: { runtime = '' } }) => runtime),
        right('SKILL.state', ({ subject: { score, scoreSd } }) => `${score} ± ${scoreSd}`),
        right('Other', ({ other: { score, scoreSd } }) => `${score} ± ${scoreSd}`),
        right('|t| at most', ({ difference, maxT }) =>
          difference === 0 ? 'means are equal' : maxT.toFixed(2),
        ),
        right('p at least', ({ difference, leastP }) => (difference === 0 ? '' : leastP.toFixed(4))),
      ],
    ),
    settledBy: 'the scores of each seed, and which comparisons the claim covers.',
  }
}
