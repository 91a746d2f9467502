import type { Report } from '../build/report.ts'
import { figuresTable, readableTable } from './figures-table.ts'
import { growthTable } from './growth-table.ts'
import { mistakesTable } from './mistakes-table.ts'
import { NOTHING } from './number-text.ts'
import { placeColumns } from './place.ts'
import { successTable } from './success-table.ts'
import { leftColumn, rightColumn, type Table } from './table.ts'
import { testsTable } from './tests-table.ts'

/** The report's tables, those without a row left out. */
export function reportTables(report: Report): readonly Table[] {
  const tables = [
    figuresTable,
    readableTable,
    mistakesTable,
    successTable,
    testsTable,
    growthTable,
    breakEvenTable,
  ].map((build) => build(report))
  return tables.filter(({ rows }) => rows.length > 0)
}

/** From which step on the subject has used no more than another runtime. */
function breakEvenTable({ breakEven, subject }: Report): Table {
  const place = placeColumns(breakEven)
  const priced = breakEven.some(({ cost }) => cost !== undefined)
  const text = (step: number | string | undefined): string => String(step ?? NOTHING)
  return {
    id: 'break-even',
    title: `Break-even: the step from which on ${subject} has used no more than another runtime`,
    columns: [
      ...place.columns,
      leftColumn('Against'),
      rightColumn('By tokens'),
      ...(priced ? [rightColumn('By cost')] : []),
    ],
    rows: breakEven.map((each) => ({
      cells: [...place.of(each), each.other, text(each.tokens), ...(priced ? [text(each.cost)] : [])],
      subject: false,
      group: place.of({ ...each, model: '' }).join('\0'),
    })),
  }
}
