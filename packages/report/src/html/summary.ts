import type { Report, Row } from '../build/report.ts'
import type { Comparison } from '../build/tests.ts'
import { html, type Markup } from '../drawing/markup.ts'
import { totalOf } from '../tables/figures-table.ts'
import { NOTHING, numberText, signed } from '../tables/number-text.ts'

/** Lines of a list, so that the summary fits a screen; the parts below have the others. */
const NAMED = 3

/** Below this p, after Holm, a difference is called one. */
const SIGNIFICANT = 0.05

/**
 * The first screen of a page of several reports: what was run, the headline of each, what the subject wins and loses, and what
 * is missing. `places` are the ids of the reports' parts.
 */
export function summaryMarkup(
  reports: readonly Report[],
  notices: readonly string[],
  places: readonly string[],
): Markup {
  const missing = missingNotices(reports, notices)
  const shown = reports.flatMap(({ title, tests }) =>
    tests.map((test) => ({ title, test, difference: shownDifference(test) })),
  )
  const wins = shown.filter(({ difference }) => difference > 0).sort((a, b) => b.difference - a.difference)
  const losses = shown.filter(({ difference }) => difference < 0).sort((a, b) => a.difference - b.difference)
  const subject = reports[0]?.subject ?? ''
  const rows = reports.flatMap((report) => report.rows)
  const failed = rows.reduce((sum, row) => sum + row.failed, 0)
  const run = [
    `${reports.length} experiments`,
    `${numberText(episodesOf(rows), 0)} episodes`,
    `${new Set(rows.map(({ runtime }) => runtime)).size} runtimes`,
    failed === 0 ? 'no episode failed' : `${numberText(failed, 0)} failed`,
  ]
  return html`<section id="summary">
<h2>Summary</h2>
<p>${run.join(', ')}. Means over the cells of an experiment; tests are paired, with p after Holm below 0.05.</p>
<div class="sides">
${side(`${subject} scores higher`, wins)}
${side(`${subject} scores lower`, losses)}
${missing.length === 0 ? undefined : list('What is missing', missing)}
</div>
<div class="scroll" role="region" tabindex="0" aria-label="Summary: experiments">
<table data-table="summary">
<caption>Score and tokens of ${subject} and of the best other runtime, by experiment</caption>
<thead><tr><th scope="col">Experiment</th><th scope="col" class="right">Episodes</th><th scope="col" class="right">Score</th><th scope="col">Best other</th><th scope="col" class="right">Its score</th><th scope="col" class="right">Tokens</th><th scope="col" class="right">Its tokens</th><th scope="col" class="right">Better</th><th scope="col" class="right">No difference</th><th scope="col" class="right">Worse</th></tr></thead>
<tbody>${reports.map((report, index) => lineMarkup(report, places[index] ?? ''))}</tbody>
</table>
</div>
</section>
`
}

function missingNotices(reports: readonly Report[], notices: readonly string[]): readonly string[] {
  const isMissing = (notice: string): boolean => /^(Incomplete|Only a part)/.test(notice)
  const ofReports = reports.flatMap(({ title, notices: own }) =>
    own.filter(isMissing).map((notice) => `${title}: ${notice}`),
  )
  return [...notices.filter(isMissing), ...ofReports]
}

/** The subject's score less the other's; 0 if the test shows no difference. */
function shownDifference({ result, pHolm = result.p }: Comparison): number {
  return pHolm !== undefined && pHolm < SIGNIFICANT ? (result.meanDifference ?? 0) : 0
}

const episodesOf = (rows: readonly Row[]): number => rows.reduce((sum, row) => sum + totalOf(row), 0)

/** A report in a line: the subject over its cells, the best other runtime over those that it shares with it, and the tests. */
function lineMarkup({ title, subject, rows, tests }: Report, place: string): Markup {
  const own = rows.filter(({ runtime }) => runtime === subject)
  const best = bestOther(rows, own)
  const differences = tests.map(shownDifference)
  const count = (is: (difference: number) => boolean): Markup => number(differences.filter(is).length, 0)
  const number = (value: number | undefined, decimals: number): Markup =>
    html`<td class="right">${numberText(value, decimals)}</td>`
  return html`<tr><th scope="row"><a href="#${place}">${title}</a></th>${number(episodesOf(rows), 0)}${number(meanOf(own, 'score'), 2)}<td>${best?.runtime ?? NOTHING}</td>${number(best?.score, 2)}${number(meanOf(own, 'totalTokens'), 0)}${number(best?.tokens, 0)}${count((each) => each > 0)}${count((each) => each === 0)}${count((each) => each < 0)}</tr>
`
}

/** The runtime with the highest mean score over the cells of the subject. */
function bestOther(rows: readonly Row[], own: readonly Row[]) {
  const keys = new Set(own.map(cellKey))
  const shared = rows.filter((row) => !own.includes(row) && keys.has(cellKey(row)))
  const others = [...Map.groupBy(shared, ({ runtime }) => runtime)].flatMap(([runtime, all]) => {
    const score = meanOf(all, 'score')
    return score === undefined ? [] : [{ runtime, score, tokens: meanOf(all, 'totalTokens') }]
  })
  return others.sort((a, b) => b.score - a.score)[0]
}

function cellKey({ benchmark, variant, horizon, model }: Row): string {
  return JSON.stringify([benchmark, variant, horizon, model])
}

function meanOf(rows: readonly Row[], column: string): number | undefined {
  const means = rows.flatMap(({ figures }) => figures[column]?.mean ?? [])
  return means.length === 0 ? undefined : means.reduce((sum, mean) => sum + mean, 0) / means.length
}

interface Difference {
  readonly title: string
  readonly test: Comparison
  readonly difference: number
}

/** The largest difference of each report. */
function side(title: string, differences: readonly Difference[]): Markup {
  if (differences.length === 0) return list(title, ['No test shows it.'])
  const largest = [...Map.groupBy(differences, (each) => each.title).values()].flatMap(
    ([first]) => first ?? [],
  )
  return list(title, largest.map(differenceText), differences.length)
}

function differenceText({ title, test, difference }: Difference): string {
  const { variant, horizon, other } = test
  const cell = [variant, horizon === undefined ? undefined : `T\u00a0=\u00a0${horizon}`]
    .filter(Boolean)
    .join(', ')
  return `${signed(difference, 2)} against ${other}: ${title}${cell === '' ? '' : ` (${cell})`}`
}

/** Names the first lines, and counts the rest. */
function list(title: string, all: readonly string[], total: number = all.length): Markup {
  const shown = all.slice(0, NAMED)
  const more = total - shown.length
  const lines = more > 0 ? [...shown, `and ${more} more, in the parts below`] : shown
  return html`<div>
<h3>${title}</h3>
<ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>
</div>
`
}
