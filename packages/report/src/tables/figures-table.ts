import type { Spread } from '@skill-state/eval/statistics'
import type { PublishedFigure } from '../build/published.ts'
import type { Report, Row } from '../build/report.ts'
import { NOTHING, numberText } from './number-text.ts'
import { beside, right, runtimeTable, type Table } from './table.ts'

/** Beyond this share of its budget, a row says that it is over. */
const OVER = 1.05

/** Every figure, mean ± standard deviation, measured and published side by side. */
export function figuresTable(report: Report): Table {
  const { rows, subject } = report
  const published = new Set(rows.flatMap((row) => Object.keys(row.published ?? {})))
  const shown = report.columns.filter(({ id }) => published.has(id) || rows.some((row) => row.figures[id]))
  const isBudgeted = rows.some((row) => shareOf(row) !== undefined)
  return {
    id: 'figures',
    title: 'Figures, mean ± standard deviation over tasks',
    legend: legendOf(rows).join(' ') || undefined,
    ...runtimeTable(rows, subject, [
      ...shown.flatMap(({ id, title, decimals }) => {
        const paper = (row: Row): string => publishedText(row.published?.[id], decimals)
        const measured = (row: Row): string => spreadText(row.figures[id], decimals)
        return beside(title, measured, published.has(id) ? paper : undefined)
      }),
      ...(isBudgeted ? [right('Prompt ÷ budget', budgetText)] : []),
      right('Episodes', episodesText),
      right('Failed', ({ failed }: Row) => String(failed)),
    ]),
  }
}

function shareOf({ budget, figures: { promptChars } }: Row): number | undefined {
  return promptChars === undefined || budget === undefined ? undefined : promptChars.mean / budget
}

/** A runtime may show more than its budget, as instructions and newest observation: the row says so. */
function budgetText(row: Row): string {
  const share = shareOf(row)
  if (share === undefined) return NOTHING
  return share > OVER ? `${share.toFixed(1)} × the budget` : share.toFixed(2)
}

/** The other reading of the rows in which the model's replies cost a step or an episode. */
export function readableTable({ rows, columns, subject }: Report): Table {
  const differing = rows.filter(({ readable }) => readable)
  const shown = columns.filter(({ id }) => differing.some(({ readable }) => readable?.figures[id]))
  return {
    id: 'readable',
    title: 'The same rows over only those episodes that neither failed nor lost a step to unreadable replies',
    ...runtimeTable(differing, subject, [
      ...shown.map(({ id, title, decimals }) =>
        right(title, ({ readable }: Row) => spreadText(readable?.figures[id], decimals)),
      ),
      right('Episodes', (row: Row) => `${row.readable?.episodes} of ${totalOf(row)}`),
    ]),
  }
}

/** What became of the episodes that did not go as planned: a reader of a mean must know. */
function legendOf(rows: readonly Row[]): string[] {
  const lines: readonly (readonly [has: (row: Row) => boolean, text: string])[] = [
    [
      ({ lost = 0 }) => lost > 0,
      'Lost steps: no reply of the step could be read, and the no-op was executed; the episode counts.',
    ],
    [
      ({ scoredFailures = 0 }) => scoredFailures > 0,
      'Failed and scored: unusable replies ended the episode, which counts as far as it got.',
    ],
    [
      ({ failed, scoredFailures = 0 }) => failed > scoredFailures,
      'Failed: the episode has no outcome and is in no mean.',
    ],
  ]
  return lines.filter(([has]) => rows.some(has)).map(([, text]) => text)
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

function episodesText(row: Row): string {
  const { truncated, failed, scoredFailures = 0, lost = 0 } = row
  const notes = [
    truncated > 0 && `${truncated} truncated`,
    lost > 0 && `${lost} with lost steps`,
    scoredFailures > 0 && `${scoredFailures} failed and scored`,
    failed > scoredFailures && `${failed - scoredFailures} failed`,
  ].filter(Boolean)
  return notes.length > 0 ? `${totalOf(row)} (${notes.join(', ')})` : String(totalOf(row))
}

export function totalOf({ terminated, truncated, failed }: Row): number {
  return terminated + truncated + failed
}
