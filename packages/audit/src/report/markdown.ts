import type { AuditDocument } from '../document/audit.ts'
import type { AuditDetails } from '../document/details.ts'
import { tablesMarkdown } from '../table.ts'
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
