import type { EpisodeRow } from '../../manifest/manifest.ts'
import { count, dollars, score } from '../text/numbers.ts'

export interface Column {
  readonly name: string
  readonly title: string
  /** Least width in pixels; the task has what is left over too. */
  readonly width: number
  readonly value: (row: EpisodeRow) => string | number | undefined
  /** How a number is written; text is shown as it is. */
  readonly format?: (value: number) => string
  /** Left out if there is little room. */
  readonly wide?: boolean
  /** What the title leaves open. */
  readonly about?: string
}

type More = Pick<Column, 'format' | 'wide' | 'about'>

function column(name: string, title: string, width: number, value: Column['value'], more: More = {}): Column {
  return { name, title, width, value, ...more }
}

const wide = true
const inCharacters = (what: string): More => ({ wide, format: count, about: `${what}, in characters` })
const COLUMNS: readonly Column[] = [
  column('task', 'Task', 100, (row) => row.task),
  column('run', 'Run', 165, (row) => row.run, { wide }),
  column('benchmark', 'Benchmark', 130, (row) => row.benchmark, { wide }),
  column('variant', 'Variant', 110, (row) => row.variant, { wide }),
  column('runtime', 'Runtime', 162, (row) => row.runtime),
  column('model', 'Model', 150, (row) => row.model, { wide }),
  column('score', 'Score', 64, (row) => row.score, { format: score }),
  column('status', 'Status', 105, (row) => row.status),
  column('steps', 'Steps', 68, (row) => row.steps, { format: count }),
  column('horizon', 'Horizon', 82, (row) => row.horizon, { wide, format: count }),
  column('seed', 'Seed', 66, (row) => row.seed, { wide, format: String }),
  column('refusals', 'Refused', 84, (row) => row.rejections, {
    wide,
    format: count,
    about: 'replies that were rejected',
  }),
  column('prompt', 'Prompt', 82, (row) => row.meanPromptChars, inCharacters('mean size of a prompt')),
  column('largest', 'Largest', 82, (row) => row.maxPromptChars, inCharacters('the largest prompt')),
  column('tokens', 'Tokens', 92, (row) => row.tokens, {
    wide,
    format: count,
    about: 'input and output of all calls',
  }),
  column('cost', 'Cost', 80, (row) => row.cost, { wide, format: dollars }),
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
  const sum = (chosen: readonly Column[]): number => chosen.reduce((total, { width }) => total + width, 0)
  const longest = rows.reduce((most, { task }) => Math.max(most, task.length), 0)
  const more = Math.min(MOST_MORE, Math.max(0, (longest - TASK_CHARACTERS) * CHARACTER_WIDTH))
  return { all: sum(columns) + more, narrow: sum(columns.filter(({ wide }) => !wide)) }
}

/** What a task's column has room for, and how much wider one with longer names is at most. */
const TASK_CHARACTERS = 10
const CHARACTER_WIDTH = 8
const MOST_MORE = 160

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
