import { left, right, tableOf } from '../tables/table.ts'
import type { Finding } from './finding.ts'
import { type PublishedRecord, placeOf, unitOf, withoutNoise } from './published-record.ts'

/** Records of one condition in several tables, if their scores differ by more than rounding. */
export function differingTables(
  records: readonly PublishedRecord[],
): readonly (readonly PublishedRecord[])[] {
  const scored = records.filter(({ score }) => score !== undefined)
  const groups = Map.groupBy(scored, (record) => `${quietPlace(record)}, ${record.runtime}`)
  return [...groups.values()].filter((group) => {
    const scores = group.map(({ score = 0 }) => score)
    const unit = Math.max(...group.map(({ label }) => unitOf(records, label, 'score')))
    return Math.max(...scores) - Math.min(...scores) > unit / 2
  })
}

/** No noise and noise of no lines are one condition. */
function quietPlace(record: PublishedRecord): string {
  return placeOf(record.noise === 0 ? withoutNoise(record) : record)
}

export function twoTablesFinding(records: readonly PublishedRecord[]): Finding {
  const differing = differingTables(records)
  return {
    id: 'two-tables',
    title: 'One condition with two scores',
    claim: 'these tables report the same environment, model, horizon and noise.',
    found: `${differing.length} conditions are in two tables with different scores.`,
    ...tableOf(differing, [
      left('Condition', ([first]) => (first ? quietPlace(first) : '')),
      left('Runtime', ([first]) => first?.runtime ?? ''),
      ...[0, 1].flatMap((at) => [
        left<readonly PublishedRecord[]>(`Table ${at + 1}`, ({ [at]: each }) => each?.label ?? ''),
        right<readonly PublishedRecord[]>('Score', ({ [at]: each }) => String(each?.score)),
      ]),
    ]),
    settledBy: 'a statement of what differs between the two experiments, or the seeds of each.',
  }
}
