import type { Report } from './report.ts'
import { figuresTable } from './tables/figures-table.ts'
import { tableMarkdown } from './tables/markdown.ts'
import { reportTables } from './tables/report-tables.ts'

/** The report as Markdown that is readable on a terminal too. */
export function reportMarkdown(report: Report): string {
  const parts = [
    `# ${report.title}`,
    ...report.notices.map((notice) => `> ${notice}`),
    tableMarkdown(figuresTable(report)),
  ]
  for (const table of reportTables(report)) {
    if (table.id !== 'figures') parts.push(`${table.title}:`, tableMarkdown(table))
  }
  if (report.failures.length > 0) {
    const lines = report.failures.map((line) => `- ${line}`)
    parts.push(`Failed episodes, left out of every mean:\n\n${lines.join('\n')}`)
  }
  return `${parts.join('\n\n')}\n`
}
