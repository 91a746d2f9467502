import type { Report } from '../build/report.ts'
import { figuresTable } from '../tables/figures-table.ts'
import { reportTables } from '../tables/report-tables.ts'
import type { Table } from '../tables/table.ts'
import { markdownParagraph, tableMarkdown } from './table-markdown.ts'

interface Pen {
  readonly table: (table: Table) => string
  /** Takes a paragraph, or an entry of a list, and the mark before it. */
  readonly paragraph: (text: string, mark?: '' | '# ' | '> ' | '- ') => string
}

/** The report as Markdown that is readable on a terminal too. */
export function reportMarkdown(report: Report): string {
  return writeReport(report, {
    table: tableMarkdown,
    paragraph: (text, mark = '') => mark + markdownParagraph(text),
  })
}

/** Title, notices and every table, in their order, and what failed. */
export function writeReport(report: Report, { table: write, paragraph }: Pen): string {
  const parts = [
    paragraph(report.title, '# '),
    ...report.notices.map((notice) => paragraph(notice, '> ')),
    write(figuresTable(report)),
  ]
  for (const table of reportTables(report)) {
    if (table.id !== 'figures') parts.push(paragraph(`${table.title}:`), write(table))
    if (table.legend !== undefined) parts.push(paragraph(table.legend))
  }
  if (report.failures.length > 0) {
    const lines = report.failures.map((line) => paragraph(line, '- '))
    parts.push(`Failed episodes:\n\n${lines.join('\n')}`)
  }
  return `${parts.join('\n\n')}\n`
}
