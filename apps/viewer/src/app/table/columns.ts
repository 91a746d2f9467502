import type { EpisodeRow } from '../../manifest/manifest.ts'
import { count, dollars, score } from '../text/numbers.ts'

/** A column of the table. */
export interface Column {
  readonly name: string
  readonly title: string
  /** What the title leaves open. */
  readonly about?: string
  /** What is sorted by. */
  readonly value: (row: EpisodeRow) => string | number | undefined
  /** How a number is written; text is shown as it is. */
  readonly format?: (value: number) => string
  /** Least width in pixels; the task has what is left over too. */
  readonly width: number
  /** Left out if there is little room. */
  readonly wide?: true
}

const COLUMNS: readonly Column[] = [
  { name: 'task', title: 'Task', value: ({ task }) => task, width: 100 },
  { name: 'run', title: 'Run', value: ({ run }) => run, width: 165, wide: true },
  { name: 'benchmark', title: 'Benchmark', value: ({ benchmark }) => benchmark, width: 130, wide: true },
  { name: 'variant', title: 'Variant', value: ({ variant }) => variant, width: 110, wide: true },
  { name: 'runtime', title: 'Runtime', value: ({ runtime }) => runtime, width: 162 },
  { name: 'model', title: 'Model', value: ({ model }) => model, width: 150, wide: true },
  { name: 'score', title: 'Score', value: (row) => row.score, format: score, width: 64 },
  { name: 'status', title: 'Status', value: ({ status }) => status, width: 105 },
  { name: 'steps', title: 'Steps', value: ({ steps }) => steps, format: count, width: 68 },
  {
    name: 'horizon',
    title: 'Horizon',
    value: ({ horizon }) => horizon,
    format: count,
    width: 82,
    wide: true,
  },
  { name: 'seed', title: 'Seed', value: ({ seed }) => seed, format: String, width: 66, wide: true },
  {
    name: 'refusals',
    title: 'Refused',
    about: 'replies that were rejected',
    value: ({ rejections }) => rejections,
    format: count,
    width: 84,
    wide: true,
  },
  {
    name: 'prompt',
    title: 'Prompt',
    about: 'mean size of a prompt, in characters',
    value: (row) => row.meanPromptChars,
    format: count,
    width: 82,
    wide: true,
  },
  {
    name: 'largest',
    title: 'Largest',
    about: 'the largest prompt, in characters',
    value: (row) => row.maxPromptChars,
    format: count,
    width: 82,
    wide: true,
  },
  {
    name: 'tokens',
    title: 'Tokens',
    about: 'input and output of all calls',
    value: ({ tokens }) => tokens,
    format: count,
    width: 92,
    wide: true,
  },
  { name: 'cost', title: 'Cost', value: ({ cost }) => cost, format: dollars, width: 80, wide: true },
]

/** The columns that tell one row from another: a column with one value in all rows is shown above the table. */
export function chooseColumns(rows: readonly EpisodeRow[]): readonly Column[] {
  const always = ['task', 'runtime', 'status', 'score', 'steps']
  return COLUMNS.filter(({ name, value }) => {
    const first = rows[0] && value(rows[0])
    return always.includes(name) || rows.some((row) => value(row) !== first)
  })
}

/** Least width of a table of these columns, in pixels, with all columns and with the few. */
export function tableWidths(
  columns: readonly Column[],
  rows: readonly EpisodeRow[],
): { readonly all: number; readonly narrow: number } {
  const sum = (chosen: readonly Column[]): number =>
    chosen.reduce((total, { width }) => total + width, MARK_WIDTH)
  const longest = rows.reduce((most, { task }) => Math.max(most, task.length), 0)
  const more = Math.min(MOST_MORE, Math.max(0, (longest - TASK_CHARACTERS) * CHARACTER_WIDTH))
  return { all: sum(columns) + more, narrow: sum(columns.filter(({ wide }) => !wide)) }
}

/** What a task's column has room for, and how much wider one with longer names is at most. */
const TASK_CHARACTERS = 10
const CHARACTER_WIDTH = 8
const MOST_MORE = 160

/** Of the column of marks; the style sheet has the same. */
const MARK_WIDTH = 34

/** The rows in the order of `sort` (see `Query`): those without a value last, equal ones as they were. */
export function sortRows(rows: readonly EpisodeRow[], sort: string): readonly EpisodeRow[] {
  const descending = sort.startsWith('-')
  const column = COLUMNS.find(({ name }) => name === sort.replace(/^-/, ''))
  if (column === undefined) return rows
  const { value } = column
  const sign = descending ? -1 : 1
  return rows
    .map((row) => ({ row, key: value(row) }))
    .sort((a, b) => {
      if (a.key === b.key) return 0
      if (a.key === undefined) return 1
      if (b.key === undefined) return -1
      return a.key < b.key ? -sign : sign
    })
    .map(({ row }) => row)
}

/** What a click on a column's head asks for next: ascending, descending, the order of the files. */
export function nextSort(sort: string, name: string): string {
  if (sort === name) return `-${name}`
  return sort === `-${name}` ? '' : name
}
