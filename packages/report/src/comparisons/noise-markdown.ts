import type { Noise } from '@skill-state/eval/compare'
import { markdownPage, markdownParagraph, tableMarkdown } from '../formats/table-markdown.ts'
import { intervalText, NOTHING, numberText, signed } from '../tables/number-text.ts'
import { left, placeColumns, right, tableOf } from '../tables/table.ts'
import { differenceDecimals, rowName, type Shown, shownFigures } from './shown-figures.ts'

type NoiseRow = Noise['rows'][number]
type ShownFigure = Shown<NoiseRow, NoiseRow['figures'][number]>

/** The noise as Markdown that is readable on a terminal too: what is missing, then one table a figure. */
export function noiseMarkdown(noise: Noise): string {
  const { runs, rows } = noise
  const tables = shownFigures(noise).flatMap(({ title, decimals, shown }) => [
    markdownParagraph(`${title}, each cell against itself:`),
    figureTable(shown, differenceDecimals(decimals)),
  ])
  return markdownPage(`${runs.join(' and ')} against ${runs.length > 1 ? 'each other' : 'itself'}`, {
    notices: missingNotices(rows),
    parts: [...tables, FOOTNOTE],
  })
}

const FOOTNOTE =
  "A/A: every other trial of a task less the rest, with Student's 95 % interval over problems or seeds. Two runs: 95 % of the differences of two whole runs like these are smaller, by the spread of the trials; a difference inside that is not told from repetition."

function missingNotices(rows: readonly NoiseRow[]): string[] {
  const partial = rows.filter(({ source, missing }) => source === 'trials' && missing > 0)
  const unrepeated = Map.groupBy(
    rows.filter(({ source }) => source !== 'trials'),
    ({ source }) => source,
  )
  return [
    ...partial.map(
      (row) =>
        `${rowName(row)}: ${row.missing} of ${row.tasks} tasks have one trial and are taken to vary as the others do; ${row.missing} more trials are missing.`,
    ),
    ...[...unrepeated].map(([source, own]) => {
      const missing = own.reduce((sum, row) => sum + row.missing, 0)
      return `No task was tried twice of ${own.map(rowName).join(', ')}: ${source} are set against ${source}, which says how far runs of other ${source} differ, and is no repetition noise. For that ${missing} trials are missing: run the same again with another --out, and name both folders.`
    }),
  ]
}

function figureTable(shown: readonly ShownFigure[], decimals: number): string {
  return tableMarkdown(
    tableOf(shown, [
      ...placeColumns(shown, 'all'),
      left('Runtime', ({ runtime }) => runtime),
      left('By', ({ source }) => source),
      right('Tasks', ({ tasks }) => String(tasks)),
      right('Episodes', ({ episodes }) => String(episodes)),
      right('Mean', ({ figure }) => numberText(figure.mean, decimals)),
      right('A/A', ({ figure }) => signed(figure.halves.meanDifference, decimals)),
      right('A/A interval', ({ figure }) => intervalText(figure.halves, decimals)),
      right('Two runs', ({ figure: { margin } }) =>
        margin === undefined ? NOTHING : `± ${numberText(margin, decimals)}`,
      ),
    ]),
  )
}
