import { figureMarkup, html, left, type Markup, pageText, right, tableMarkup } from '@skill-state/report/page'
import type { AuditDocument } from '../../document/audit.ts'
import type { AuditDetails } from '../../document/details.ts'
import type { Table } from '../../table.ts'
import { notices, summaryOf } from '../summary.ts'
import { auditTables } from '../tables.ts'
import { auditFigures } from './figures.ts'

/** An audit as one page that stands alone: no script, no request, the same bytes for the same recordings. */
export function auditHtml(audit: AuditDocument, details: AuditDetails): string {
  const figures = auditFigures(audit, details).map(({ title, caption, picture }, index) =>
    figureMarkup({ id: `figure-${index}`, title, caption, panels: [{ title: '', picture }] }, undefined, 2),
  )
  return pageText({
    title: 'Audit of recorded episodes',
    overline: 'SKILL.state audit',
    notices: notices(audit),
    head: html`<p>${summaryOf(audit)}</p>`,
    body: html`${figures}${auditTables(audit, details).map(markupOf)}`,
    footer: html`Computed from the recordings alone.`,
  })
}

function markupOf({ title, legend, columns, rows }: Table, index: number): Markup {
  const plain = (text: string): string => text.replaceAll('`', '')
  const table = {
    id: `table-${index}`,
    title,
    legend: plain(legend),
    columns: columns.map((column, at) => (at === 0 ? left(column) : right(column))),
    rows: rows.map((cells) => ({ cells: cells.map(plain), subject: false, group: '' })),
  }
  return tableMarkup(table, [], { section: '', level: 2 })
}
