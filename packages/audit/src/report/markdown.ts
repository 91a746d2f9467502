import type { AuditDocument } from '../document/audit.ts'
import type { AuditDetails } from '../document/details.ts'
import type { CoverageFigures } from '../propose/coverage.ts'
import { percent, tablesMarkdown, whole } from '../table.ts'
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

/** What a state of fields carries, as a section of a report. */
export function coverageMarkdown({
  fields,
  carried,
  covered,
  coverage,
  chars,
  missed,
}: CoverageFigures): string {
  const most = 10
  const lines = Object.entries(missed)
    .slice(0, most)
    .map(([name, count]) => `- ${whole(count)} from \`${name}\``)
  return `## What the given fields carry

${whole(fields)} fields hold ${whole(covered)} of ${whole(carried)} carried needs: ${percent(coverage)}. The state takes ${whole(chars.mean)} characters
in the mean, ${whole(chars.p90)} in nine of ten calls, ${whole(chars.max)} at most.
${lines.length === 0 ? '' : `\nNot held:\n\n${lines.join('\n')}\n`}`
}
