import type { Report } from './report.ts'
import { writeReport } from './report-markdown.ts'
import { tableText } from './tables/terminal.ts'

/**
 * The report for a terminal of so many characters: what `reportMarkdown` says, in lines that fit, with tables that are
 * aligned and broken up where they are wider.
 */
export function reportText(report: Report, width: number): string {
  return writeReport(report, {
    table: (table) => tableText(table, width),
    paragraph: (text) => wrap(text, width),
  })
}

/** Breaks a paragraph between words; a mark at its beginning, as `> ` or `- `, stays at the edge. */
function wrap(text: string, width: number): string {
  const [mark = ''] = /^(?:> |- )?/.exec(text) ?? []
  const hanging = mark === '> ' ? mark : ' '.repeat(mark.length)
  const lines: string[] = []
  for (const word of text.slice(mark.length).split(/[\s\p{Cc}]+/u)) {
    const last = lines.at(-1)
    if (last !== undefined && mark.length + last.length + 1 + word.length <= width) {
      lines[lines.length - 1] = `${last} ${word}`
    } else lines.push(word)
  }
  return lines.map((line, index) => `${index === 0 ? mark : hanging}${line}`).join('\n')
}
