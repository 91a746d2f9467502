import { html, type Markup } from '../drawing/markup.ts'
import type { Table, TableColumn, TableRow } from '../tables/table.ts'

/** Where a row's cell in the column of this title leads, if anywhere. */
export type RowLink = (row: TableRow, title: string) => string | undefined

/** A table that scrolls within itself if the page is narrow; its notes are above it. */
export function tableMarkup(
  table: Pick<Table, 'title' | 'legend' | 'columns' | 'rows'> & { readonly id: string },
  notices: readonly string[],
  { section, level }: { readonly section: string; readonly level: 2 | 3 },
  link?: RowLink,
): Markup {
  const label = table.title
  return html`<div class="table">
${headingMarkup(label, level)}
${
  notices.length === 0
    ? undefined
    : html`<p class="notes">${notices.join(' ')}</p>
`
}<div class="scroll" role="region" tabindex="0" aria-label="${[section, label].filter(Boolean).join(': ')}">
<table data-table="${table.id}">
<caption>${label}. ${notices.join(' ')}</caption>
<thead>${heading(table.columns)}</thead>
${bodies(table, link)}
</table>
</div>
${table.legend === undefined ? undefined : html`<p class="legend">${table.legend}</p>`}
</div>
`
}

/** A heading one level below the one it belongs to. */
export function headingMarkup(text: string, level: 2 | 3): Markup {
  return level === 2 ? html`<h2>${text}</h2>` : html`<h3>${text}</h3>`
}

/** One line, or two if figures are measured and published: the title over both, then which is which. */
function heading(columns: readonly TableColumn[]): Markup {
  const paired = columns.some(({ part }) => part !== undefined)
  const first = columns.map(({ title, part, align }) => {
    if (part === 'paper') return undefined
    if (part === 'measured') return html`<th scope="colgroup" colspan="2" class="pair">${title}</th>`
    return html`<th scope="col"${paired ? html` rowspan="2"` : undefined} class="${align}">${title}</th>`
  })
  if (!paired) return html`<tr>${first}</tr>`
  const second = columns.map(({ part }) =>
    part === undefined ? undefined : html`<th scope="col" class="right ${part}">${part}</th>`,
  )
  return html`<tr>${first}</tr>
<tr>${second}</tr>`
}

/** Rows of one group share a body, which a line sets off. A cell's episodes are one, which its place names. */
function bodies(
  { id, columns, rows }: Pick<Table, 'columns' | 'rows'> & { readonly id: string },
  link?: RowLink,
): Markup[] {
  const groups = [...Map.groupBy(rows, ({ group }) => group).values()]
  const named = columns.findIndex(({ title }) => title === 'Runtime' || title === 'Against')
  return groups.map((group) => {
    const place = id === 'episodes' ? html` id="${group[0]?.group}"` : undefined
    return html`<tbody${place}>${group.map((row) => rowMarkup(row, columns, { named, link }))}</tbody>
`
  })
}

function rowMarkup(
  row: TableRow,
  columns: readonly TableColumn[],
  { named, link }: { readonly named: number; readonly link: RowLink | undefined },
): Markup {
  const { cells, subject } = row
  const parts = cells.map((cell, index) => {
    if (index === named) return html`<th scope="row">${cell}</th>`
    const { align = 'left', part, title = '' } = columns[index] ?? {}
    const href = link?.(row, title)
    const content = href === undefined ? cell : html`<a href="${href}">${cell}</a>`
    return html`<td class="${align}${part === 'paper' ? ' paper' : ''}">${content}</td>`
  })
  return html`<tr${subject ? html` class="subject"` : undefined}>${parts}</tr>
`
}
