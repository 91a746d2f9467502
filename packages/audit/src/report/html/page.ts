import { figureMarkup, html, pageText } from '@skill-state/report/page'
import type { AuditDocument } from '../../document/audit.ts'
import type { AuditDetails } from '../../document/details.ts'
import { notices, summaryOf } from '../summary.ts'
import { auditTables } from '../tables.ts'
import { auditFigures } from './figures.ts'
import { tablesOf } from './tables.ts'

export { sessionsHtml } from './sessions-page.ts'

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
    body: html`${figures}${tablesOf(auditTables(audit, details))}`,
    footer: html`Computed from the recordings alone.`,
  })
}
