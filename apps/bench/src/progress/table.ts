import type { Load } from './load.ts'
import type { Counts, Tally } from './tally.ts'
import { costText, countText, durationText } from './words.ts'

/** More rows than that are more than a person watches. */
const MOST_ROWS = 16

/** The lines of the live table: a row for each benchmark and runtime where they are few, then all together. */
export function tableLines(tally: Tally, load: Load | undefined): readonly string[] {
  const { rows, total } = tally
  const shown = rows.length > 1 && rows.length <= MOST_ROWS ? rows : []
  const priced = total.cost !== undefined
  const cells = [
    ['', 'done', 'running', 'failed', 'truncated', 'calls', 'tokens', ...(priced ? ['cost'] : [])],
    ...shown.map((row) => cellsOf(row.name, row, priced)),
    cellsOf('all', total, priced),
  ]
  return [...align(cells), statusLine(tally, load)]
}

function cellsOf(name: string, counts: Counts, priced: boolean): string[] {
  const { done, episodes, running, failed, truncated, calls, tokens, cost } = counts
  const figures = [running, failed, truncated].map(String)
  return [
    name,
    `${done}/${episodes}`,
    ...figures,
    countText(calls),
    countText(tokens),
    ...(priced ? [costText(cost)] : []),
  ]
}

function align(cells: readonly (readonly string[])[]): string[] {
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  )
  return cells.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  )
}

function statusLine(tally: Tally, load: Load | undefined): string {
  const left = tally.total.episodes - tally.total.done
  const remaining = tally.remainingMs()
  return [
    durationText(tally.elapsedMs()),
    ...(left > 0 && remaining !== undefined ? [`about ${durationText(remaining)} left`] : []),
    ...(load === undefined
      ? []
      : [
          `${load.inFlight} requests in flight`,
          `${load.waiting} waiting`,
          `${load.limited} answered with 429`,
        ]),
  ].join(', ')
}
