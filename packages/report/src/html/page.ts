import { byBenchmark, type ReportPart } from '../build/parts.ts'
import type { Report } from '../build/report.ts'
import { html, type Markup, trusted } from '../drawing/markup.ts'
import { createPalette, type Drawn, type Pen } from '../drawing/palette.ts'
import type { Figure } from '../figures/figure.ts'
import { drawFigures } from '../figures/figures.ts'
import { reportTables } from '../tables/report-tables.ts'
import { styleOf } from './style.ts'
import { headingMarkup, tableMarkup } from './table.ts'

/**
 * The report as one page that stands alone: no script, no request, the same bytes for the same report.
 * Figures first, then every table; the notices stand over each of them. Figures draw a runtime as its record says.
 */
export function reportHtml(report: Report, runtimes: readonly Drawn[] = []): string {
  const sections = byBenchmark(report).map((part) => ({ heading: part.name, part }))
  return page(report.title, report.notices, sections, [report], runtimes)
}

/** Several reports as one page of that kind; the notices are of all of them together. */
export function reportsHtml(
  title: string,
  reports: readonly Report[],
  notices: readonly string[] = [],
  runtimes: readonly Drawn[] = [],
): string {
  const sections = reports.flatMap((report) =>
    byBenchmark(report).map((part) => {
      return { heading: part.name === '' ? report.title : `${report.title}: ${part.name}`, part }
    }),
  )
  const models = new Set(reports.flatMap(({ modelNotice }) => modelNotice ?? []))
  return page(title, [...notices, ...models], sections, reports, runtimes)
}

/** What stands under one heading; an empty heading is left out. */
interface Section {
  readonly heading: string
  readonly part: ReportPart
}

function page(
  title: string,
  notices: readonly string[],
  sections: readonly Section[],
  reports: readonly Report[],
  drawn: readonly Drawn[],
): string {
  const names = [...new Set(reports.flatMap(({ rows }) => rows.map(({ runtime }) => runtime)))]
  const palette = createPalette(names, reports[0]?.subject ?? '', drawn)
  const { pen } = palette
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>${trusted(styleOf(palette))}</style>
</head>
<body>
<header>
<p class="overline">SKILL.state benchmark report</p>
<h1>${title}</h1>
<ul class="notices">${notices.map(
    (notice) => html`<li>${notice}</li>
`,
  )}</ul>
${sections.length > 1 ? contents(sections) : undefined}
</header>
<main>
${sections.map((section, index) => sectionMarkup(section, index, pen))}
${failures(reports.flatMap((report) => report.failures))}
</main>
<footer>Computed from the run's traces alone. <em>paper</em> and <em>published</em> are the figures that the SKILL.state paper gives; they are its claims, not a target.</footer>
</body>
</html>
`.text
}

function contents(sections: readonly Section[]): Markup {
  const items = sections.map(({ heading }, index) => html`<li><a href="#part-${index}">${heading}</a></li>`)
  return html`<nav aria-label="Contents"><ul>${items}</ul></nav>`
}

function sectionMarkup({ heading, part }: Section, index: number, pen: (runtime: string) => Pen): Markup {
  const figures = drawFigures(part, pen)
  const tables = reportTables(part)
  const level = heading === '' ? 2 : 3
  return html`<section id="part-${index}">
${heading === '' ? undefined : html`<h2>${heading}</h2>`}
${figures.map((figure) => figureMarkup(figure, part.modelNotice, level))}
${tables.map((table) => tableMarkup(table, part.notices, { section: heading, level }))}
</section>
`
}

function figureMarkup(
  { id, title, caption, panels }: Figure,
  notice: string | undefined,
  level: 2 | 3,
): Markup {
  const drawn = panels.map(
    (panel) => html`<div class="panel">
<p class="panel-title">${panel.title}</p>
${panel.picture}
</div>
`,
  )
  return html`<figure data-figure="${id}">
${headingMarkup(title, level)}
<div class="panels">${drawn}</div>
<figcaption>${caption}${notice === undefined ? undefined : html` <span class="notice">${notice}</span>`}</figcaption>
</figure>
`
}

function failures(lines: readonly string[]): Markup | undefined {
  if (lines.length === 0) return undefined
  return html`<section id="failures">
<h2>Failed episodes</h2>
<ul>${lines.map(
    (line) => html`<li>${line}</li>
`,
  )}</ul>
</section>`
}
