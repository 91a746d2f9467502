import { type Cell, cellAnchor } from '../build/cells.ts'

export interface TableColumn {
  /** Two neighbours of one title are its measured and its published part. */
  readonly title: string
  readonly part?: 'measured' | 'paper' | undefined
  readonly align: 'left' | 'right'
}

/** A column and what a row has in it. */
export interface Column<Row> extends TableColumn {
  readonly text: (row: Row) => string
}

export interface TableRow {
  readonly cells: readonly string[]
  /** Whether the row is of the runtime that the report is about. */
  readonly subject: boolean
  /** Place of the episodes of the row, for a page. */
  readonly anchor?: string | undefined
  /** Rows of one group belong together: they differ in runtime and model only. */
  readonly group: string
}

/** A table of the report as text, for whatever lays it out. */
export interface Table {
  readonly id:
    | 'figures'
    | 'episodes'
    | 'readable'
    | 'success'
    | 'tests'
    | 'growth'
    | 'break-even'
    | 'mistakes'
  readonly title: string
  readonly legend?: string | undefined
  readonly columns: readonly TableColumn[]
  readonly rows: readonly TableRow[]
}

export function leftColumn(title: string): TableColumn {
  return { title, align: 'left' }
}

export function rightColumn(title: string, part?: TableColumn['part']): TableColumn {
  return { title, align: 'right', part }
}

export function left<Row>(title: string, text: Column<Row>['text']): Column<Row> {
  return { title, align: 'left', text }
}

export function right<Row>(
  title: string,
  text: Column<Row>['text'],
  part?: TableColumn['part'],
): Column<Row> {
  return { title, align: 'right', part, text }
}

/** A figure; if the same was published, the two side by side. */
export function beside<Row>(
  title: string,
  measured: Column<Row>['text'],
  paper: Column<Row>['text'] | undefined,
): readonly Column<Row>[] {
  if (paper === undefined) return [right(title, measured)]
  return [right(title, measured, 'measured'), right(title, paper, 'paper')]
}

/** The columns, and of each row what it has in them. */
export function tableOf<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
): { readonly columns: readonly TableColumn[]; readonly rows: readonly Pick<TableRow, 'cells'>[] } {
  return { columns, rows: rows.map((row) => ({ cells: columns.map(({ text }) => text(row)) })) }
}

type Place = Partial<Cell> & Pick<Cell, 'benchmark'>

/** The columns that say where a row belongs: only those in which the rows differ. `plain` stands for no variant. */
export function placeColumns(rows: readonly Place[], plain = 'plain'): readonly Column<Place>[] {
  const differ = (field: keyof Place): boolean => new Set(rows.map((row) => row[field])).size > 1
  const has = (field: keyof Place): boolean => rows.some((row) => row[field] !== undefined)
  return [
    ...(differ('benchmark') ? [left('Benchmark', (row: Place) => row.benchmark)] : []),
    ...(has('variant') ? [left('Variant', ({ variant }: Place) => variant ?? plain)] : []),
    ...(has('horizon') ? [right('T', ({ horizon }: Place) => String(horizon ?? ''))] : []),
    ...(differ('model') ? [left('Model', ({ model = '' }: Place) => model)] : []),
  ]
}

/** A table of the rows of cells, or of comparisons: first where each belongs, then the given columns. */
export function placedTable<Row extends Place>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
): Pick<Table, 'columns' | 'rows'> {
  const table = tableOf(rows, [...placeColumns(rows), ...columns])
  const groupOf = ({ benchmark, variant, horizon }: Row): string =>
    JSON.stringify([benchmark, variant, horizon])
  return {
    columns: table.columns,
    rows: rows.map((row, index) => ({
      cells: table.rows[index]?.cells ?? [],
      subject: false,
      group: groupOf(row),
    })),
  }
}

/** The same with a row for each runtime at a place, whose name is the first of the columns. */
export function runtimeTable<Row extends Cell>(
  rows: readonly Row[],
  subject: string | undefined,
  columns: readonly Column<Row>[],
): Pick<Table, 'columns' | 'rows'> {
  const table = placedTable(rows, [left('Runtime', ({ runtime }) => runtime), ...columns])
  const ofRuntime = (row: Row | undefined) =>
    row && { subject: row.runtime === subject, anchor: cellAnchor(row) }
  return { ...table, rows: table.rows.map((row, index) => ({ ...row, ...ofRuntime(rows[index]) })) }
}
