import { left, right, tableOf } from '../tables/table.ts'
import type { Finding } from './finding.ts'
import { type PublishedRecord, placeOf, SUBJECT, seriesOf, unitOf, withoutNoise } from './published-record.ts'

/** Two published figures whose order is not the one that the text says. */
interface Contradiction {
  readonly claim: 'noise lowers no score' | 'SKILL.state scores best' | 'SKILL.state has the smallest prompt'
  readonly place: string
  readonly one: string
  readonly other: string
}

/** Scores that rise with noise by more than rounding, from one level of the same condition to the next. */
export function risingWithNoise(records: readonly PublishedRecord[]): readonly Contradiction[] {
  return seriesOf(records.filter(({ noise }) => noise !== undefined)).flatMap((own) => {
    const first = own[0]
    if (first === undefined) return []
    const place = `${placeOf(withoutNoise(first))}, ${first.runtime}`
    const quiet = records.find(
      (record) => record.score !== undefined && `${placeOf(record)}, ${record.runtime}` === place,
    )
    const known = own.some(({ noise }) => noise === 0) || quiet === undefined ? own : [quiet, ...own]
    const levels = known.toSorted((a, b) => (a.noise ?? 0) - (b.noise ?? 0))
    return levels.slice(1).flatMap((louder, index): Contradiction[] => {
      const before = levels[index]
      if (before === undefined || !isAbove(records, louder, before)) return []
      const [one, other] = [before, louder].map(({ noise = 0, score }) => `noise ${noise}: ${score}`)
      return [{ claim: 'noise lowers no score', place, one: one ?? '', other: other ?? '' }]
    })
  })
}

/** Cells in which another runtime scores higher, or in which the subject's prompt is the larger one. */
export function notBest(records: readonly PublishedRecord[]): readonly Contradiction[] {
  const cells = Map.groupBy(records, (record) => `${record.label}, ${placeOf(record)}`)
  return [...cells.values()].flatMap((cell) => {
    const subject = cell.find(({ runtime }) => runtime === SUBJECT)
    if (subject === undefined) return []
    const place = placeOf(subject)
    return cell.flatMap((other): Contradiction[] => {
      const pair = (claim: Contradiction['claim'], of: (record: PublishedRecord) => number) => {
        const [one, another] = [subject, other].map((record) => `${record.runtime}: ${of(record)}`)
        return { claim, place, one: one ?? '', other: another ?? '' }
      }
      const smaller = promptOf(other) < promptOf(subject) && !CONTROLS.has(other.runtime ?? '')
      return [
        ...(isAbove(records, other, subject) ? [pair('SKILL.state scores best', scoreOf)] : []),
        ...(smaller ? [pair('SKILL.state has the smallest prompt', promptOf)] : []),
      ]
    })
  })
}

/** Runtimes whose prompts are cut to a budget. */
const CONTROLS: ReadonlySet<string> = new Set(['truncated', 'summary-capped', 'llmlingua'])

const scoreOf = ({ score, passRate }: PublishedRecord): number => score ?? passRate ?? Number.NaN

function promptOf({ promptChars, promptAvg }: PublishedRecord): number {
  return promptChars ?? promptAvg ?? Number.NaN
}

function isAbove(records: readonly PublishedRecord[], one: PublishedRecord, other: PublishedRecord): boolean {
  const figure = one.score === undefined ? 'passRate' : 'score'
  const unit = Math.max(unitOf(records, one.label, figure), unitOf(records, other.label, figure))
  return scoreOf(one) - scoreOf(other) > unit + 1e-9
}

export function claimsFinding(records: readonly PublishedRecord[]): Finding {
  const rising = risingWithNoise(records)
  const cells = notBest(records)
  return {
    id: 'claims',
    title: 'Cells that do not follow the claims of the text',
    claim:
      'SKILL.state matches or exceeds every baseline at all horizons, has significantly smaller prompts, and resists noise that degrades others.',
    found: `${rising.length} scores rise with noise by more than rounding, ${cells.filter(({ claim }) => claim === 'SKILL.state scores best').length} baselines score higher than SKILL.state, and ${cells.filter(({ claim }) => claim !== 'SKILL.state scores best').length} have smaller prompts without a budget.`,
    ...tableOf(
      [...rising, ...cells],
      [
        left('Said', ({ claim }) => claim),
        left('Condition', ({ place }) => place),
        right('One', ({ one }) => one),
        right('Other', ({ other }) => other),
      ],
    ),
    settledBy: 'spreads in the noise tables; five lines of noise and five seeds may differ by chance.',
  }
}
