import { printableLine } from '@skill-state/protocol'
import { markdownTable } from 'markdown-table'
import type { AuditDocument } from '../document/audit.ts'
import type { AuditDetails } from '../document/details.ts'
import type { Table } from '../table.ts'
import { notices, summaryOf } from './summary.ts'
import { auditTables } from './tables.ts'

/** An audit as Markdown that is readable on a terminal too. */
export function auditMarkdown(audit: AuditDocument, details: AuditDetails): string {
  const head = [
    '# Audit of recorded episodes',
    summaryOf(audit),
    ...notices(audit).map((each) => `> ${each}`),
  ]
  return tablesMarkdown(head, auditTables(audit, details))
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
