import { markdownTable } from 'markdown-table'
import type { Report } from './report.ts'
import { figuresTable, reportTables, type Table } from './report-tables.ts'

/** The report as Markdown that is readable on a terminal too. */
export function reportMarkdown(report: Report): string {
  const parts = [
    `# ${report.title}`,
    ...report.notices.map((notice) => `> ${notice}`),
    layOut(figuresTable(report)),
  ]
  for (const table of reportTables(report)) {
    if (table.id !== 'figures') parts.push(`${table.title}:`, layOut(table))
  }
  if (report.failures.length > 0) {
    const lines = report.failures.map((line) => `- ${line}`)
    parts.push(`Failed episodes, left out of every mean:\n\n${lines.join('\n')}`)
  }
  return `${parts.join('\n\n')}\n`
}

function layOut({ columns, rows }: Table): string {
  const head = columns.map(({ title, part }) => (part === 'paper' ? 'paper' : title))
  const body = rows.map(({ cells }) => cells.map(cellText))
  return markdownTable([head, ...body], { align: columns.map(({ align }) => (align === 'left' ? 'l' : 'r')) })
}

/** A row ends where its line does, and a cell where a bar stands. */
function cellText(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll('|', String.raw`\|`)
}
