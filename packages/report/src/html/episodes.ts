import { cellAnchor } from '../build/cells.ts'
import { type ListedEpisode, MOST_LISTED, type Report } from '../build/report.ts'
import { html, type Markup } from '../drawing/markup.ts'
import { totalOf } from '../tables/figures-table.ts'
import { numberText } from '../tables/number-text.ts'
import { type Column, left, right, runtimeTable } from '../tables/table.ts'
import { type RowLink, tableMarkup } from './table.ts'

/** Titles of the columns whose cells lead on. */
const IN_FIGURES = 'Episodes'
const IN_EPISODES = 'Task'

/** Leads a row of figures to its episodes: in the same page, or in the page of a folder beside it. */
export function episodesLink({ episodes }: Report, folder?: string): RowLink {
  const page = folder === undefined ? '' : `${encodeURIComponent(folder)}/report.html`
  const listed = new Set(episodes.map(cellAnchor))
  return ({ anchor = '' }, title) =>
    title === IN_FIGURES && listed.has(anchor) ? `${page}#${anchor}` : undefined
}

/** The episodes behind the figures, folded; a link to a cell opens them. Each task leads to its trace. */
export function episodesMarkup(
  { episodes, rows, subject, notices }: Report,
  place: { readonly section: string; readonly level: 2 | 3 },
): Markup | undefined {
  if (episodes.length === 0) {
    if (rows.reduce((sum, row) => sum + totalOf(row), 0) <= MOST_LISTED) return undefined
    return html`<p class="legend">More than ${MOST_LISTED} episodes: bench export FOLDER --format episodes.csv lists them, and bench view FOLDER shows them. FOLDER is that of this page.</p>`
  }
  const { columns, rows: lines } = runtimeTable(episodes, subject, COLUMNS)
  const table = {
    id: 'episodes',
    title: 'Episodes',
    legend:
      'A task leads to its trace, a file beside this page. bench view with the folder of this page shows the prompts of an episode: look for its task, open it and press p.',
    columns,
    rows: lines.map((row, index) => ({ ...row, group: row.anchor ?? '', anchor: episodes[index]?.file })),
  }
  return html`<details>
<summary>${episodes.length} episodes</summary>
${tableMarkup(table, notices, place, traceLink)}
</details>
`
}

const traceLink: RowLink = ({ anchor = '' }, title) =>
  title === IN_EPISODES ? anchor.split('/').map(encodeURIComponent).join('/') : undefined

const COLUMNS: readonly Column<ListedEpisode>[] = [
  left(IN_EPISODES, ({ task }) => task),
  right('Seed', ({ seed }) => String(seed)),
  right('Score', ({ score }) => numberText(score, 3)),
  left('End', ({ status }) => status),
  right('Steps', ({ steps }) => numberText(steps, 0)),
  right('Tokens', ({ totalTokens }) => numberText(totalTokens, 0)),
]
