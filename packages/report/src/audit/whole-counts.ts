import { left, right, tableOf } from '../tables/table.ts'
import type { Finding } from './finding.ts'
import { type PublishedRecord, unitOf } from './published-record.ts'

/** Tasks of the published benchmarks: Yang et al. (2023); Yao et al. (2024), the test splits. */
export const publicTasks: Readonly<Record<string, number>> = {
  'intercode-ctf': 100,
  'tau-bench-retail': 115,
  'tau-bench-airline': 50,
}

/** More trials of each task are not tried. */
const MOST_TRIALS = 10

interface CountedRate {
  readonly record: PublishedRecord
  readonly tasks: number
  /** The count of solved tasks that comes closest, with one trial each. */
  readonly nearest: number
  /** The fewest trials of each task with which a whole count rounds to the rate; `undefined` for more than ten. */
  readonly trials?: number | undefined
}

/** Whether each published rate can be a whole count of tasks. */
export function countedRates(records: readonly PublishedRecord[]): readonly CountedRate[] {
  return records.flatMap((record) => {
    const { environment, passRate: rate } = record
    const tasks = publicTasks[environment]
    if (rate === undefined || tasks === undefined) return []
    const half = unitOf(records, record.label, 'passRate') / 2 + 1e-9
    const fits = (trials: number): boolean =>
      Math.abs(Math.round(rate * tasks * trials) / (tasks * trials) - rate) <= half
    const trials = Array.from({ length: MOST_TRIALS }, (_, index) => index + 1).find(fits)
    return [{ record, tasks, nearest: Math.round(rate * tasks), trials }]
  })
}

export function wholeCountsFinding(records: readonly PublishedRecord[]): Finding {
  const rates = countedRates(records)
  const once = rates.filter(({ trials }) => trials === 1).length
  return {
    id: 'whole-counts',
    title: 'Rates that are no whole number of tasks',
    claim: 'InterCode CTF has 100 tasks; τ-bench has 115 (retail) and 50 (airline). Success is pass@1.',
    found: `${once} of ${rates.length} rates are a whole count of tasks that were tried once each. The last column is the fewest trials of each task that could give the rate.`,
    ...tableOf(rates, [
      left('Benchmark', ({ record }) => record.environment),
      left('Runtime', ({ record: { runtime = '' } }) => runtime),
      right('Rate', ({ record: { passRate = 0 } }) => `${percent(passRate)} %`),
      right('Tasks', ({ tasks }) => String(tasks)),
      right('Nearest count', ({ nearest, tasks }) => `${nearest} (${percent(nearest / tasks)} %)`),
      right('Trials needed', ({ trials = `more than ${MOST_TRIALS}` }) => String(trials)),
    ]),
    settledBy: 'the number of tasks and of trials, and the rewards of each episode.',
  }
}

const percent = (share: number): string => (share * 100).toFixed(1)
