import { printableLine } from '@skill-state/protocol'
import type { Report } from '../build/report.ts'
import { reportMarkdown, writeReport } from './markdown.ts'
import { tableText } from './table-text.ts'

/** The part of a stream that says whether it is a terminal, and how wide; `process.stdout` has it. */
interface Screen {
  readonly isTTY?: boolean | undefined
  readonly columns?: number | undefined
}

/** The report for a stream: in lines that fit on a terminal, as Markdown elsewhere. */
export function showReport(report: Report, { isTTY, columns }: Screen = process.stdout): string {
  // A terminal that does not know its size says 0.
  return isTTY ? reportText(report, columns || 80) : reportMarkdown(report)
}

/**
 * The report for a terminal of so many characters: what `reportMarkdown` says, in lines that fit, with tables that are
 * aligned and broken up if they are wider.
 */
export function reportText(report: Report, width: number): string {
  return writeReport(report, {
    table: (table) => tableText(table, width),
    paragraph: (text, mark = '') => wrap(printableLine(text), mark, width),
  })
}

/** Breaks a paragraph between words; the mark before it stays at the edge. */
function wrap(text: string, mark: string, width: number): string {
  const hanging = mark === '- ' ? '  ' : mark === '# ' ? '' : mark
  const lines: string[] = []
  for (const word of text.trim().split(' ')) {
    const last = lines.at(-1)
    const before = lines.length < 2 ? mark : hanging
    if (last !== undefined && before.length + last.length + 1 + word.length <= width) {
      lines[lines.length - 1] = `${last} ${word}`
    } else lines.push(word)
  }
  return lines.map((line, index) => `${index === 0 ? mark : hanging}${line}`).join('\n')
}
