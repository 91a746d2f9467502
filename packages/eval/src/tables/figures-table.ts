import type { PublishedFigure, Report, Row } from '../report.ts'
import type { Spread } from '../statistics/spread.ts'
import { NOTHING, numberText } from './_number-text.ts'
import { placeColumns } from './_place.ts'
import { left, right, type Table } from './table.ts'

/** Every figure, mean ± standard deviation, measured and published side by side. */
export function figuresTable(report: Report): Table {
  const { rows, subject } = report
  const place = placeColumns(rows)
  const published = new Set(rows.flatMap((row) => Object.keys(row.published ?? {})))
  const shown = report.columns.filter(({ id }) => published.has(id) || rows.some((row) => row.figures[id]))
  return {
    id: 'figures',
    title: 'Figures, mean ± standard deviation over tasks',
    columns: [
      ...place.columns,
      left('Runtime'),
      ...shown.flatMap(({ id, title }) => {
        if (!published.has(id)) return [right(title)]
        return [right(title, 'measured'), right(title, 'paper')]
      }),
      right('Episodes'),
    ],
    rows: rows.map((row) => ({
      cells: [
        ...place.of(row),
        row.runtime,
        ...shown.flatMap(({ id, decimals }) => {
          const measured = spreadText(row.figures[id], decimals)
          return published.has(id) ? [measured, publishedText(row.published?.[id], decimals)] : [measured]
        }),
        episodesText(row),
      ],
      subject: row.runtime === subject,
      group: place.of({ ...row, model: '' }).join('\0'),
    })),
  }
}

function spreadText(spread: Omit<Spread, 'n'> | undefined, decimals: number): string {
  if (spread === undefined) return NOTHING
  const mean = numberText(spread.mean, decimals)
  return spread.sd === undefined ? mean : `${mean} ± ${numberText(spread.sd, decimals)}`
}

function publishedText(figure: PublishedFigure | undefined, decimals: number): string {
  if (figure === undefined || 'mean' in figure) return spreadText(figure, decimals)
  return figure.low === figure.high ? String(figure.low) : `${figure.low}–${figure.high}`
}

function episodesText({ terminated, truncated, failed }: Row): string {
  const notes = [truncated > 0 && `${truncated} truncated`, failed > 0 && `${failed} failed`].filter(Boolean)
  const total = terminated + truncated + failed
  return notes.length > 0 ? `${total} (${notes.join(', ')})` : String(total)
}
