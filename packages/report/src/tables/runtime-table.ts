import { type Cell, cellAnchor } from '../build/cells.ts'
import { placeColumns } from './place.ts'
import { leftColumn, type Table, type TableColumn } from './table.ts'

/** A column and what a row has in it. */
export type Column<Row> = readonly [column: TableColumn, text: (row: Row) => string]

/** Columns and rows of a table with a row for each runtime at a place: first these two, then the given columns. */
export function runtimeTable<Row extends Cell>(
  rows: readonly Row[],
  subject: string | undefined,
  columns: readonly Column<Row>[],
): Pick<Table, 'columns' | 'rows'> {
  const place = placeColumns(rows)
  return {
    columns: [...place.columns, leftColumn('Runtime'), ...columns.map(([column]) => column)],
    rows: rows.map((row) => ({
      cells: [...place.of(row), row.runtime, ...columns.map(([, text]) => text(row))],
      subject: row.runtime === subject,
      anchor: cellAnchor(row),
      group: place.of({ ...row, model: '' }).join('\0'),
    })),
  }
}
