import type { Report } from '../build/report.ts'
import { NOTHING } from './number-text.ts'
import { placeColumns } from './place.ts'
import { left, right, type Table } from './table.ts'

/** How often the problems were solved. */
export function successTable({ success, subject }: Report): Table {
  const shown = success.map((each) => (each.all ? { ...each, variant: 'all' } : each))
  const place = placeColumns(shown)
  const most = Math.max(1, ...success.map(({ passHat }) => passHat.length))
  const later = Array.from({ length: most - 1 }, (_, index) => index + 2)
  return {
    id: 'success',
    title: 'Problems solved',
    legend:
      "The interval is Wilson's for one trial of each problem, else over the problems. pass^k: all of k trials solved.",
    columns: [
      ...place.columns,
      left('Runtime'),
      right('Problems'),
      right('Solved'),
      right('pass@1'),
      right('95 % interval'),
      ...later.map((k) => right(`pass^${k}`)),
    ],
    rows: shown.map((each) => ({
      cells: [
        ...place.of(each),
        each.runtime,
        String(each.problems),
        `${each.successes} of ${each.episodes}`,
        each.rate.toFixed(3),
        `${each.interval[0].toFixed(3)}–${each.interval[1].toFixed(3)}`,
        ...later.map((k) => each.passHat[k - 1]?.toFixed(3) ?? NOTHING),
      ],
      subject: each.runtime === subject,
      group: place.of({ ...each, model: '' }).join('\0'),
    })),
  }
}
