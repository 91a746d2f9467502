import type { Report, Row } from './report.ts'
import type { Comparison } from './tests.ts'

/** Below this p, after Holm, a difference is called one. */
const SIGNIFICANT = 0.05

/** One report in a line. */
export interface ReportLine {
  readonly title: string
  readonly episodes: number
  readonly failed: number
  /** Mean score of the subject over its cells; absent if it has none. */
  readonly score?: number | undefined
  /** The other runtime with the highest mean score over the cells that it shares with the subject. */
  readonly best?:
    | { readonly runtime: string; readonly score: number; readonly tokens?: number | undefined }
    | undefined
  /** Mean tokens of an episode of the subject. */
  readonly tokens?: number | undefined
  /** Tests of the subject against other runtimes, by what they show. */
  readonly better: number
  readonly same: number
  readonly worse: number
}

/** A test that shows a difference, and the report that it is of. */
export interface Difference {
  readonly title: string
  readonly test: Comparison
  readonly difference: number
}

/** What several reports come to. */
export interface Summary {
  readonly lines: readonly ReportLine[]
  /** The largest differences first. */
  readonly wins: readonly Difference[]
  readonly losses: readonly Difference[]
  /** Notices that say what is not there. */
  readonly missing: readonly string[]
}

export function summarise(reports: readonly Report[], notices: readonly string[]): Summary {
  const shown = reports.flatMap(({ title, tests }) =>
    tests.flatMap((test): Difference[] => {
      const difference = shownDifference(test)
      return difference === 0 ? [] : [{ title, test, difference }]
    }),
  )
  const isMissing = (notice: string): boolean => /^(Incomplete|Only a part)/.test(notice)
  return {
    lines: reports.map(lineOf),
    wins: shown.filter(({ difference }) => difference > 0).sort((a, b) => b.difference - a.difference),
    losses: shown.filter(({ difference }) => difference < 0).sort((a, b) => a.difference - b.difference),
    missing: [
      ...notices.filter(isMissing),
      ...reports.flatMap((report) =>
        report.notices.filter(isMissing).map((notice) => `${report.title}: ${notice}`),
      ),
    ],
  }
}

/** The subject's score less the other's; 0 if the test shows no difference. */
function shownDifference({ result, pHolm }: Comparison): number {
  const p = pHolm ?? ('p' in result ? result.p : undefined)
  return p !== undefined && p < SIGNIFICANT ? (result.meanDifference ?? 0) : 0
}

function lineOf({ title, subject, rows, tests }: Report): ReportLine {
  const own = rows.filter(({ runtime }) => runtime === subject)
  const keys = new Set(own.map(cellKey))
  const others = [...new Set(rows.map(({ runtime }) => runtime))].filter((runtime) => runtime !== subject)
  const best = others
    .map((runtime) => {
      const shared = rows.filter((row) => row.runtime === runtime && keys.has(cellKey(row)))
      return { runtime, score: meanOf(shared, 'score'), tokens: meanOf(shared, 'totalTokens') }
    })
    .flatMap(({ score, ...rest }) => (score === undefined ? [] : [{ ...rest, score }]))
    .reduce<ReportLine['best']>(
      (found, each) => (found && found.score >= each.score ? found : each),
      undefined,
    )
  const differences = tests.map(shownDifference)
  return {
    title,
    episodes: rows.reduce((sum, row) => sum + row.terminated + row.truncated + row.failed, 0),
    failed: rows.reduce((sum, { failed }) => sum + failed, 0),
    score: meanOf(own, 'score'),
    tokens: meanOf(own, 'totalTokens'),
    best,
    better: differences.filter((difference) => difference > 0).length,
    same: differences.filter((difference) => difference === 0).length,
    worse: differences.filter((difference) => difference < 0).length,
  }
}

function cellKey({ benchmark, variant, horizon, model }: Row): string {
  return JSON.stringify([benchmark, variant, horizon, model])
}

/** Each cell counts once. */
function meanOf(rows: readonly Row[], column: string): number | undefined {
  const means = rows.flatMap(({ figures }) => figures[column]?.mean ?? [])
  return means.length === 0 ? undefined : means.reduce((sum, mean) => sum + mean, 0) / means.length
}
