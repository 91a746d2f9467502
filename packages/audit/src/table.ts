import { printableLine } from '@skill-state/protocol'
import { markdownTable } from 'markdown-table'

/** A table of a report. The first column names the row; the others are figures. */
export interface Table {
  readonly title: string
  /** What the table says, and what its columns mean, in sentences. */
  readonly legend: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** A table whose columns say each what they show of a row. */
export function tableOf<Row>(
  title: string,
  legend: string,
  rows: readonly Row[],
  columns: readonly (readonly [name: string, cell: (row: Row) => string])[],
): Table {
  return {
    title,
    legend,
    columns: columns.map(([name]) => name),
    rows: rows.map((row) => columns.map(([, cell]) => cell(row))),
  }
}

export function percent(share: number | null): string {
  return share === null ? '–' : `${(100 * share).toFixed(1)} %`
}

/** A share with its interval, such as `85.0 % [81.2, 88.4]`. */
export function percentWithin(share: number | null, interval: readonly [number, number] | null): string {
  if (share === null || interval === null) return percent(share)
  const [low, high] = interval.map((each) => (100 * each).toFixed(1))
  return `${percent(share)} [${low}, ${high}]`
}

export function whole(value: number | null): string {
  return value === null ? '–' : Math.round(value).toLocaleString('en')
}

export function decimal(value: number | null, digits = 2): string {
  return value === null ? '–' : value.toFixed(digits)
}

/** Paragraphs, then tables with their legends. */
export function tablesMarkdown(head: readonly string[], tables: readonly Table[]): string {
  const parts = [...head]
  for (const { title, legend, columns, rows } of tables) {
    const align = columns.map((_, at) => (at === 0 ? 'l' : 'r'))
    parts.push(
      `## ${title}`,
      markdownTable([columns, ...rows.map((row) => row.map(cell))], { align }),
      legend,
    )
  }
  return `${parts.join('\n\n')}\n`
}

const cell = (text: string): string => printableLine(text).replaceAll('|', '\\|')
