import type { Report } from './report.ts'

export interface ReportPart extends Report {
  /** The benchmark; empty if the report has no other. */
  readonly name: string
}

/** Splits a report by benchmark, in the order of its rows. */
export function byBenchmark(report: Report): readonly ReportPart[] {
  const names = [...new Set(report.rows.map(({ benchmark }) => benchmark))]
  if (names.length < 2) return [{ ...report, name: '' }]
  return names.map((name) => {
    const own = ({ benchmark }: { readonly benchmark: string }): boolean => benchmark === name
    return {
      ...report,
      name,
      rows: report.rows.filter(own),
      growth: report.growth.filter(own),
      breakEven: report.breakEven.filter(own),
      success: report.success.filter(own),
      tests: report.tests.filter(own),
      episodes: report.episodes.filter(own),
      curves: report.curves.filter(own),
    }
  })
}
