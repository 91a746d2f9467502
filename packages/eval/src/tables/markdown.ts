import { markdownTable } from 'markdown-table'
import type { TableColumn } from './table.ts'

/** A table as Markdown that is readable on a terminal too. */
export function tableMarkdown({
  columns,
  rows,
}: {
  readonly columns: readonly TableColumn[]
  readonly rows: readonly { readonly cells: readonly string[] }[]
}): string {
  const head = columns.map(({ title, part }) => (part === 'paper' ? 'paper' : title))
  const body = rows.map(({ cells }) => cells.map(cellText))
  return markdownTable([head, ...body], { align: columns.map(({ align }) => (align === 'left' ? 'l' : 'r')) })
}

/** A row ends where its line does, and a cell where a bar stands. */
function cellText(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll('|', String.raw`\|`)
}
