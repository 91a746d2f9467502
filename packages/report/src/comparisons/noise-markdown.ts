import type { Noise } from '@skill-state/eval/compare'
import { markdownParagraph, tableMarkdown } from '../formats/table-markdown.ts'
import { NOTHING, numberText, signed } from '../tables/number-text.ts'
import { placeColumns } from '../tables/place.ts'
import { leftColumn, rightColumn } from '../tables/table.ts'
import { differenceDecimals, rowName } from './comparison-notices.ts'

type NoiseRow = Noise['rows'][number]

/** The noise as Markdown that is readable on a terminal too: what is missing, then one table a figure. */
export function noiseMarkdown({ runs, columns, rows }: Noise): string {
  const tables = columns.flatMap((column) => {
    const shown = rows.flatMap((row) => {
      const figure = row.figures.find(({ id }) => id === column.id)
      return figure === undefined ? [] : [{ row, figure }]
    })
    const decimals = differenceDecimals(column.decimals)
    return shown.length === 0
      ? []
      : [markdownParagraph(`${column.title}, each cell against itself:`), figureTable(shown, decimals)]
  })
  const title = markdownParagraph(
    `${runs.join(' and ')} against ${runs.length > 1 ? 'each other' : 'itself'}`,
  )
  return `${[`# ${title}`, ...missingNotices(rows).map((notice) => `> ${markdownParagraph(notice)}`), ...tables, FOOTNOTE].join('\n\n')}\n`
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

function figureTable(
  shown: readonly { readonly row: NoiseRow; readonly figure: NoiseRow['figures'][number] }[],
  decimals: number,
): string {
  const place = placeColumns(
    shown.map(({ row }) => ({ ...row, model: '' })),
    'all',
  )
  return tableMarkdown({
    columns: [
      ...place.columns,
      leftColumn('Runtime'),
      leftColumn('By'),
      ...['Tasks', 'Episodes', 'Mean', 'A/A', 'A/A interval', 'Two runs'].map((title) => rightColumn(title)),
    ],
    rows: shown.map(({ row, figure: { mean, halves, margin } }) => ({
      cells: [
        ...place.of({ ...row, model: '' }),
        row.runtime,
        row.source,
        String(row.tasks),
        String(row.episodes),
        numberText(mean, decimals),
        halves.meanDifference === undefined ? NOTHING : signed(halves.meanDifference, decimals),
        'untested' in halves
          ? halves.untested
          : `${signed(halves.interval[0], decimals)} to ${signed(halves.interval[1], decimals)}`,
        margin === undefined ? NOTHING : `± ${numberText(margin, decimals)}`,
      ],
    })),
  })
}
