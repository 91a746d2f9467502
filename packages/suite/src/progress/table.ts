import type { Load } from './progress.ts'
import type { Tally } from './tally.ts'

/** More rows than that are more than a person watches. */
const MOST_ROWS = 16

/** The lines of the live table: a row for each benchmark and runtime if they are few, then the total. */
export function tableLines(tally: Tally, load: Load | undefined, width: number): readonly string[] {
  const { rows, total } = tally
  const shown = rows.length > 1 && rows.length <= MOST_ROWS ? rows : []
  const priced = total.cost !== undefined
  const cells = [
    ['', 'done', 'running', 'failed', 'truncated', 'calls', 'tokens', ...(priced ? ['cost'] : [])],
    ...shown.map((row) => cellsOf(row.name, row, priced)),
    cellsOf('all', total, priced),
  ]
  return [...align(cells, width), statusLine(tally, load)]
}

function cellsOf(name: string, counts: Tally['total'], priced: boolean): string[] {
  const { done, episodes, running, failed, truncated, calls, tokens, cost } = counts
  const figures = [...[running, failed, truncated].map(String), countText(calls), countText(tokens)]
  return [name, `${done}/${episodes}`, ...figures, ...(priced ? [costText(cost)] : [])]
}

/** Names are cut if the figures would not fit: in the middle, because runtimes and models come last. */
function align(cells: readonly (readonly string[])[], width: number): string[] {
  const [longest = 0, ...widths] = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  )
  const figures = widths.reduce((total, each) => total + each + GAP.length, 0)
  const names = Math.max(SHORTEST_NAME, Math.min(longest, width - figures))
  return cells.map(([name = '', ...row]) => {
    return [
      cut(name, names).padEnd(names),
      ...row.map((cell, column) => cell.padStart(widths[column] ?? 0)),
    ].join(GAP)
  })
}

function cut(name: string, length: number): string {
  if (name.length <= length) return name
  const start = Math.floor((length - 1) / 2)
  return `${name.slice(0, start)}…${name.slice(start + 1 - length)}`
}

const GAP = '  '
const SHORTEST_NAME = 12

function statusLine(tally: Tally, load: Load | undefined): string {
  const left = tally.total.episodes - tally.total.done
  const remaining = tally.remainingMs()
  return [
    durationText(tally.elapsedMs()),
    left > 0 && remaining !== undefined && `about ${durationText(remaining)} left`,
    ...loadTexts(load),
  ]
    .filter(Boolean)
    .join(', ')
}

function loadTexts(load: Load | undefined): readonly string[] {
  if (load === undefined) return []
  const { inFlight, waiting, limited, tokensPerMinute: most } = load
  const texts = [`${inFlight} requests in flight`, `${waiting} waiting`, `${limited} answered with 429`]
  return most === undefined ? texts : [...texts, `at most ${countText(most)} tokens a minute`]
}

/** Milliseconds as a person reads them: `45 s`, `12 min`, `3 h 20 min`. */
export function durationText(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1_000)
  if (seconds < 90) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 90) return `${minutes} min`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** A count as a person reads it: `950`, `12.3k`, `4.5M`. */
export function countText(count: number): string {
  if (count < 10_000) return String(count)
  if (count < 1_000_000) return `${(count / 1_000).toFixed(1)}k`
  return `${(count / 1_000_000).toFixed(1)}M`
}

/** US dollars; what is not known is a dash. */
function costText(cost: number | undefined): string {
  return cost === undefined ? '–' : `$${cost.toFixed(cost < 10 ? 4 : 2)}`
}
