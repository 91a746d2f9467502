import type { Report } from '../build/report.ts'
import { type Difference, type ReportLine, summarise } from '../build/summary.ts'
import { html, type Markup } from '../drawing/markup.ts'
import { NOTHING, numberText, signed } from '../tables/number-text.ts'

/** Lines of a list, so that the summary fits a screen; the parts below have the others. */
const NAMED = 3

/**
 * The first screen of a page of several reports: what was run, the headline of each, what the subject wins and loses, and what
 * is missing. `places` are the ids of the reports' parts.
 */
export function summaryMarkup(
  reports: readonly Report[],
  notices: readonly string[],
  places: readonly string[],
): Markup {
  const { lines, wins, losses, missing } = summarise(reports, notices)
  const subject = reports[0]?.subject ?? ''
  const episodes = lines.reduce((sum, line) => sum + line.episodes, 0)
  const failed = lines.reduce((sum, line) => sum + line.failed, 0)
  const runtimes = new Set(reports.flatMap(({ rows }) => rows.map(({ runtime }) => runtime)))
  const run = [
    `${reports.length} experiments`,
    `${numberText(episodes, 0)} episodes`,
    `${runtimes.size} runtimes`,
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
<tbody>${lines.map((line, index) => lineMarkup(line, places[index] ?? ''))}</tbody>
</table>
</div>
</section>
`
}

function lineMarkup({ title, best, ...line }: ReportLine, place: string): Markup {
  const number = (value: number | undefined, decimals: number): Markup =>
    html`<td class="right">${numberText(value, decimals)}</td>`
  return html`<tr><th scope="row"><a href="#${place}">${title}</a></th>${number(line.episodes, 0)}${number(line.score, 2)}<td>${best?.runtime ?? NOTHING}</td>${number(best?.score, 2)}${number(line.tokens, 0)}${number(best?.tokens, 0)}${number(line.better, 0)}${number(line.same, 0)}${number(line.worse, 0)}</tr>
`
}

/** The largest difference of each report. */
function side(title: string, differences: readonly Difference[]): Markup {
  if (differences.length === 0) return list(title, ['No test shows it.'])
  const largest = differences.filter(
    ({ title: report }, index) => differences.findIndex((each) => each.title === report) === index,
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
