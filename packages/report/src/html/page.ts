import { byBenchmark, type ReportPart } from '../build/parts.ts'
import type { Report } from '../build/report.ts'
import { html, type Markup } from '../drawing/markup.ts'
import { chartPalette, type Drawn, type Pen } from '../drawing/palette.ts'
import { drawFigures } from '../figures/figures.ts'
import { reportTables } from '../tables/report-tables.ts'
import { episodesLink, episodesMarkup } from './episodes.ts'
import { TABLE_SCRIPT } from './script.ts'
import { figureMarkup, pageText } from './shell.ts'
import { summaryMarkup } from './summary.ts'
import { type RowLink, tableMarkup } from './table.ts'

/**
 * The report as one page that stands alone: no request, one script for its tables, the same bytes for the same report.
 * Figures first, then every table; the notices are above each of them. Figures draw a runtime as its record says.
 */
export function reportHtml(report: Report, runtimes: readonly Drawn[] = []): string {
  const sections = byBenchmark(report).map((part) => ({ heading: part.name, part, link: episodesLink(part) }))
  const head = sections.length > 1 ? contents(sections) : undefined
  const content = { head, sections, folded: false, reports: [report], drawn: runtimes }
  return page(report.title, report.notices, content)
}

/**
 * Several reports as one page of that kind; the notices are of all of them together. It begins with a summary, and what
 * belongs to one benchmark is folded. A cell leads to its episodes in the page of its report, which is in `folders`.
 */
export function reportsHtml(
  title: string,
  reports: readonly Report[],
  notices: readonly string[] = [],
  runtimes: readonly Drawn[] = [],
  folders: readonly string[] = [],
): string {
  const parts = reports.map((report, index) =>
    byBenchmark(report).map((part) => {
      const heading = part.name === '' ? report.title : `${report.title}: ${part.name}`
      const folder = folders[index]
      return { heading, part, link: folder === undefined ? undefined : episodesLink(part, folder) }
    }),
  )
  const places = parts.map((_, index) => `part-${parts.slice(0, index).flat().length}`)
  const head = summaryMarkup(reports, notices, places)
  const models = new Set(reports.flatMap(({ modelNotice }) => modelNotice ?? []))
  const content = { head, sections: parts.flat(), folded: true, reports, drawn: runtimes }
  return page(title, [...notices, ...models], content)
}

/** The part under one heading; an empty heading is left out. */
interface Section {
  readonly heading: string
  readonly part: ReportPart
  /** Leads a row to its episodes, if a page lists them. */
  readonly link: RowLink | undefined
}

interface Content {
  readonly head: Markup | undefined
  readonly sections: readonly Section[]
  /** Whether a section is opened by a click on its heading. */
  readonly folded: boolean
  readonly reports: readonly Report[]
  readonly drawn: readonly Drawn[]
}

function page(title: string, notices: readonly string[], content: Content): string {
  const { head, sections, folded, reports, drawn } = content
  const names = [...new Set(reports.flatMap(({ rows }) => rows.map(({ runtime }) => runtime)))]
  const palette = chartPalette(names, reports[0]?.subject ?? '', drawn)
  const { pen } = palette
  return pageText({
    title,
    overline: 'SKILL.state benchmark report',
    notices,
    style: palette.properties,
    folded,
    head: head ?? html``,
    body: html`${sections.map((section, index) => sectionMarkup(section, { id: `part-${index}`, folded, pen }))}
${failures(reports.flatMap((report) => report.failures))}`,
    footer: html`Computed from the run's traces alone. <em>paper</em> and <em>published</em> are the figures that the SKILL.state paper gives; they are its claims, not a target.`,
    script: TABLE_SCRIPT,
  })
}

function contents(sections: readonly Section[]): Markup {
  const items = sections.map(({ heading }, index) => html`<li><a href="#part-${index}">${heading}</a></li>`)
  return html`<nav aria-label="Contents"><ul>${items}</ul></nav>`
}

function sectionMarkup(
  { heading, part, link }: Section,
  { id, folded, pen }: { id: string; folded: boolean; pen: (runtime: string) => Pen },
): Markup {
  const figures = drawFigures(part, pen)
  const tables = reportTables(part)
  const level = heading === '' ? 2 : 3
  const place: { section: string; level: 2 | 3 } = { section: heading, level }
  const content = html`${figures.map((figure) => figureMarkup(figure, part.modelNotice, level))}
${tables.map((table) => tableMarkup(table, part.notices, place, link))}
${folded ? undefined : episodesMarkup(part, place)}`
  if (folded) {
    return html`<details id="${id}">
<summary><h2>${heading}</h2></summary>
${content}
</details>
`
  }
  return html`<section id="${id}">
${heading === '' ? undefined : html`<h2>${heading}</h2>`}
${content}
</section>
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
