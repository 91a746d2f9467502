import type { Report } from '../build/report.ts'
import { reportMarkdown } from './markdown.ts'
import { reportText } from './text.ts'

/** The part of a stream that says whether it is a terminal, and how wide; `process.stdout` has it. */
export interface Screen {
  readonly isTTY?: boolean | undefined
  readonly columns?: number | undefined
}

/** The report for a stream: in lines that fit on a terminal, as Markdown elsewhere. */
export function showReport(report: Report, { isTTY, columns }: Screen = process.stdout): string {
  // A terminal that does not know its size says 0.
  return isTTY ? reportText(report, columns || 80) : reportMarkdown(report)
}
