import type { Report } from '../build/report.ts'
import { breakEvenTable } from './break-even-table.ts'
import { figuresTable, readableTable } from './figures-table.ts'
import { growthTable } from './growth-table.ts'
import { mistakesTable } from './mistakes-table.ts'
import { successTable } from './success-table.ts'
import type { Table } from './table.ts'
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
