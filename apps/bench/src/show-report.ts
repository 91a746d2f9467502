import { type Report, reportMarkdown, reportText } from '@skill-state/eval'

/** The report as standard output shows it: in lines that fit on a terminal, as Markdown elsewhere. */
export function showReport(report: Report): string {
  const { isTTY, columns } = process.stdout
  // A terminal that does not know its size says 0.
  return isTTY ? reportText(report, columns || 80) : reportMarkdown(report)
}
