import { left, right, tableOf } from '../tables/table.ts'
import type { Finding } from './finding.ts'
import { type PublishedRecord, placeOf, runtimesOf, unitOf } from './published-record.ts'

/** Seeds of each cell; with more events than this every spread can arise. */
const SEEDS = 5
const MOST_EVENTS = 25

export interface CountedCell {
  readonly record: PublishedRecord
  /** Whether some five counts of successes have the printed mean, and both the printed mean and standard deviation. */
  readonly mean: boolean
  readonly both: boolean
}

/**
 * GRIM and GRIMMER (Brown and Heathers 2017; Anaya 2016): whether a printed mean and spread can be of five scores, each a whole
 * number of T events. Both ways to compute a standard deviation count, over n and over n − 1.
 */
export function countedCells(records: readonly PublishedRecord[]): readonly CountedCell[] {
  return records.flatMap((record) => {
    const { score, scoreSd, horizon = Infinity, label } = record
    if (score === undefined || scoreSd === undefined || horizon > MOST_EVENTS) return []
    const sums = [...squaresBySum(horizon)].filter(([sum]) => {
      return near(sum / SEEDS / horizon, score, unitOf(records, label, 'score'))
    })
    const both = sums.some(([sum, squares]) =>
      [...squares].some((square) => {
        const spread = Math.max(0, square - sum ** 2 / SEEDS)
        return [SEEDS, SEEDS - 1].some((n) =>
          near(Math.sqrt(spread / n) / horizon, scoreSd, unitOf(records, label, 'scoreSd')),
        )
      }),
    )
    return [{ record, mean: sums.length > 0, both }]
  })
}

/** Rounds to the printed number, up or down at a half. */
function near(value: number, printed: number, unit: number): boolean {
  return Math.abs(value - printed) <= unit / 2 + 1e-9
}

const found = new Map<number, ReadonlyMap<number, ReadonlySet<number>>>()

/** The sums of squares that five counts from 0 to T can have, by their sum. */
function squaresBySum(events: number): ReadonlyMap<number, ReadonlySet<number>> {
  const known = found.get(events)
  if (known !== undefined) return known
  let reached = new Map<number, Set<number>>([[0, new Set([0])]])
  for (let seed = 0; seed < SEEDS; seed += 1) {
    const next = new Map<number, Set<number>>()
    for (const [sum, squares] of reached) {
      for (let count = 0; count <= events; count += 1) {
        const into = next.get(sum + count) ?? new Set()
        for (const square of squares) into.add(square + count ** 2)
        next.set(sum + count, into)
      }
    }
    reached = next
  }
  found.set(events, reached)
  return reached
}

export function grimmerFinding(records: readonly PublishedRecord[]): Finding {
  const cells = countedCells(records)
  const impossible = cells.filter(({ both }) => !both)
  const means = cells.filter(({ mean }) => !mean).length
  return {
    id: 'grimmer',
    title: 'Means and spreads of whole numbers of events',
    claim: `each cell is the mean ± standard deviation over ${SEEDS} seeds; the score is successful actions ÷ actionable events.`,
    found: `if each seed was run once and all T events are actionable, ${impossible.length} of ${cells.length} cells with T ≤ ${MOST_EVENTS} cannot arise from ${SEEDS} whole numbers of events, whichever standard deviation is meant; of ${means} the mean alone cannot. Several runs a seed, another count of actionable events, or rounding before the mean would explain them.`,
    ...tableOf(impossible, [
      left('Table', ({ record }) => record.label),
      left('Condition', ({ record }) => placeOf(record)),
      left('Runtime', ({ record }) => runtimesOf(record)),
      right('Mean ± SD', ({ record: { score, scoreSd } }) => `${score} ± ${scoreSd}`),
    ]),
    settledBy: 'the scores of each seed, the runs of each, and the number of actionable events.',
  }
}
