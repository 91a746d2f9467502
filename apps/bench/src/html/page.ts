import { byBenchmark, type Report, type ReportPart, reportTables } from '@skill-state/eval'
import type { Figure } from './figure.ts'
import { drawFigures } from './figures.ts'
import { html, type Markup, trusted } from './markup.ts'
import { createPens, type Pen } from './palette.ts'
import { STYLE } from './style.ts'
import { tableMarkup } from './table.ts'

/**
 * The report as one page that stands alone: no script, no request, the same bytes for the same report.
 * Figures first, then every table; the notices stand over each of them.
 */
export function reportHtml(report: Report): string {
  const runtimes = [...new Set(report.rows.map(({ runtime }) => runtime))]
  const pen = createPens(runtimes, report.subject)
  const parts = byBenchmark(report)
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<link rel="icon" href="data:,">
<title>${report.title}</title>
<style>${trusted(STYLE)}</style>
</head>
<body>
<header>
<p class="overline">SKILL.state benchmark report</p>
<h1>${report.title}</h1>
<ul class="notices">${report.notices.map(
    (notice) => html`<li>${notice}</li>
`,
  )}</ul>
${parts.length > 1 ? contents(parts) : undefined}
</header>
<main>
${parts.map((part, index) => section(part, index, pen))}
${failures(report.failures)}
</main>
<footer>Computed from the run's traces alone. <em>paper</em> and <em>published</em> are the figures that the SKILL.state paper gives; they are its claims, not a target.</footer>
</body>
</html>
`.text
}

function contents(parts: readonly ReportPart[]): Markup {
  const items = parts.map(({ name }, index) => html`<li><a href="#part-${index}">${name}</a></li>`)
  return html`<nav aria-label="Benchmarks"><ul>${items}</ul></nav>`
}

function section(part: ReportPart, index: number, pen: (runtime: string) => Pen): Markup {
  const figures = drawFigures(part, pen)
  const tables = reportTables(part)
  return html`<section id="part-${index}">
${part.name === '' ? undefined : html`<h2>${part.name}</h2>`}
${figures.map((figure) => figureMarkup(figure, part.modelNotice))}
${tables.map((table) => tableMarkup(table, part.notices))}
</section>
`
}

function figureMarkup({ id, title, caption, panels }: Figure, notice: string | undefined): Markup {
  const drawn = panels.map(
    (panel) => html`<div class="panel">
<p class="panel-title">${panel.title}</p>
${panel.picture}
</div>
`,
  )
  return html`<figure data-figure="${id}">
<h3>${title}</h3>
<div class="panels">${drawn}</div>
<figcaption>${caption}${notice === undefined ? undefined : html` <span class="notice">${notice}</span>`}</figcaption>
</figure>
`
}

function failures(lines: readonly string[]): Markup | undefined {
  if (lines.length === 0) return undefined
  return html`<section id="failures">
<h2>Failed episodes, left out of every mean</h2>
<ul>${lines.map(
    (line) => html`<li>${line}</li>
`,
  )}</ul>
</section>`
}
