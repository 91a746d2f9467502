import { printableLine } from '@skill-state/protocol'
import { markdownTable } from 'markdown-table'
import type { AuditDocument } from '../document/audit.ts'
import type { AuditDetails } from '../document/details.ts'
import { notices, summaryOf } from './summary.ts'
import { auditTables } from './tables.ts'

/** An audit as Markdown that is readable on a terminal too. */
export function auditMarkdown(audit: AuditDocument, details: AuditDetails): string {
  const parts = [
    '# Audit of recorded episodes',
    summaryOf(audit),
    ...notices(audit).map((each) => `> ${each}`),
  ]
  for (const { title, legend, columns, rows } of auditTables(audit, details)) {
    const align = columns.map((_, at) => (at === 0 ? 'l' : 'r'))
    parts.push(
      `## ${title}`,
      markdownTable([columns, ...rows.map((row) => row.map(cell))], { align }),
      legend,
    )
  }
  return `${parts.join('\n\n')}\n`
}

function cell(text: string): string {
  return printableLine(text).replaceAll('|', '\\|')
}
