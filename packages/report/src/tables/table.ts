export interface TableColumn {
  /** Two neighbours of one title are its measured and its published part. */
  readonly title: string
  readonly part?: 'measured' | 'paper' | undefined
  readonly align: 'left' | 'right'
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
  /** What a reader needs to read it, below it. */
  readonly legend?: string | undefined
  readonly columns: readonly TableColumn[]
  readonly rows: readonly TableRow[]
}

/** A column of text. */
export function leftColumn(title: string): TableColumn {
  return { title, align: 'left' }
}

/** A column of numbers. */
export function rightColumn(title: string, part?: TableColumn['part']): TableColumn {
  return { title, align: 'right', part }
}
