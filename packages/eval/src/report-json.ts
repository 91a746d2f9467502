import type { Report } from './report.ts'

/** The report as JSON, unrounded. */
export function reportJson(report: Report): string {
  return `${JSON.stringify(report, undefined, 2)}\n`
}
