import { html, leftColumn, type Markup, rightColumn, tableMarkup } from '@skill-state/report/page'
import type { Table } from '../../table.ts'

export function tablesOf(tables: readonly Table[]): Markup {
  return html`${tables.map(markupOf)}`
}

function markupOf({ title, legend, columns, rows }: Table, index: number): Markup {
  const plain = (text: string): string => text.replaceAll('`', '')
  const table = {
    id: `table-${index}`,
    title,
    legend: plain(legend),
    columns: columns.map((column, at) => (at === 0 ? leftColumn(column) : rightColumn(column))),
    rows: rows.map((cells) => ({ cells: cells.map(plain), subject: false, group: '' })),
  }
  return tableMarkup(table, [], { section: '', level: 2 })
}
