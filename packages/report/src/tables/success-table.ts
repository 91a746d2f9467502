import type { Report } from '../build/report.ts'
import type { Success } from '../build/success.ts'
import { NOTHING } from './number-text.ts'
import { type Column, runtimeTable } from './runtime-table.ts'
import { rightColumn, type Table } from './table.ts'

/** How often the problems were solved. */
export function successTable({ success, subject }: Report): Table {
  const shown = success.map((each) => (each.all ? { ...each, variant: 'all' } : each))
  const most = Math.max(1, ...success.map(({ passHat }) => passHat.length))
  const later = Array.from({ length: most - 1 }, (_, index) => index + 2)
  return {
    id: 'success',
    title: 'Problems solved',
    legend:
      "The interval is Wilson's for one trial of each problem, else over the problems. pass^k: all of k trials solved.",
    ...runtimeTable(shown, subject, [
      [rightColumn('Problems'), ({ problems }) => String(problems)],
      [rightColumn('Solved'), ({ successes, episodes }) => `${successes} of ${episodes}`],
      [rightColumn('pass@1'), ({ rate }) => rate.toFixed(3)],
      [rightColumn('95 % interval'), ({ interval }) => interval.map((end) => end.toFixed(3)).join('–')],
      ...later.map(
        (k): Column<Success> => [
          rightColumn(`pass^${k}`),
          ({ passHat }) => passHat[k - 1]?.toFixed(3) ?? NOTHING,
        ],
      ),
    ]),
  }
}
