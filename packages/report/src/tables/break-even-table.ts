import type { Report } from '../build/report.ts'
import { NOTHING } from './number-text.ts'
import { placeColumns } from './place.ts'
import { left, right, type Table } from './table.ts'

/** From which step on the subject has used no more than another runtime. */
export function breakEvenTable({ breakEven, subject }: Report): Table {
  const place = placeColumns(breakEven)
  const priced = breakEven.some(({ cost }) => cost !== undefined)
  const text = (step: number | string | undefined): string => String(step ?? NOTHING)
  return {
    id: 'break-even',
    title: `Break-even: the step from which on ${subject} has used no more than another runtime`,
    columns: [...place.columns, left('Against'), right('By tokens'), ...(priced ? [right('By cost')] : [])],
    rows: breakEven.map((each) => ({
      cells: [...place.of(each), each.other, text(each.tokens), ...(priced ? [text(each.cost)] : [])],
      subject: false,
      group: place.of({ ...each, model: '' }).join('\0'),
    })),
  }
}
