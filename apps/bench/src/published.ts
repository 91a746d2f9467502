import type { Cell, Published, PublishedFigure } from '@skill-state/report'
import figures from './published-figures.json' with { type: 'json' }

/** A row of the paper's tables, as published. */
interface PublishedRow {
  readonly label: string
  readonly environment?: string
  readonly horizon?: number
  /** Lines of noise a turn. */
  readonly noise?: number
  readonly scenario?: string
  readonly runtime?: string
  /** The runtimes that share the row. */
  readonly runtimes?: readonly string[]
  readonly success?: boolean
  readonly recoverySteps?: string
  readonly [figure: string]: unknown
}

const named = ['score', 'promptChars', 'totalTokens']

/** The figures that a table of the paper, named by its LaTeX label, gives for a cell. */
export function publishedIn(label: string): (cell: Cell) => Published | undefined {
  const table = (figures as readonly PublishedRow[]).filter((row) => row.label === label)
  return (cell) => {
    const found = table.find((row) => describes(row, cell))
    if (found === undefined) return undefined
    return Object.fromEntries([...namedFigures(found), ...recoveryFigures(found)])
  }
}

function describes(row: PublishedRow, { benchmark, variant, horizon, runtime }: Cell): boolean {
  return (
    `${row.environment}@1` === benchmark &&
    variantOf(row) === variant &&
    // The recovery tables give no horizon.
    (row.horizon === undefined || row.horizon === horizon) &&
    (row.runtimes ?? [row.runtime]).includes(runtime)
  )
}

/** As the benchmarks name the variant of their tasks. */
function variantOf({ noise, scenario }: PublishedRow): string | undefined {
  if (scenario !== undefined) return `scenario-${scenario}`
  return noise === undefined || noise === 0 ? undefined : `noise-${noise}`
}

function namedFigures(row: PublishedRow): [string, PublishedFigure][] {
  return named.flatMap((id): [string, PublishedFigure][] => {
    const [mean, sd] = [row[id], row[`${id}Sd`]]
    if (typeof mean !== 'number') return []
    return [[id, { mean, ...(typeof sd === 'number' && { sd }) }]]
  })
}

/** Success as a rate, and the recovery steps, which are consecutive turns, as printed: a number, or a range such as `5-8`. */
function recoveryFigures({ success, recoverySteps }: PublishedRow): [string, PublishedFigure][] {
  if (success === undefined) return []
  const [low = Number.NaN, high = low] = (recoverySteps ?? '').split('-').map(Number)
  const turns = low === high ? { mean: low } : { low, high }
  return [
    ['recovered', { mean: success ? 1 : 0 }],
    ...(Number.isNaN(low) ? [] : [['recoveryTurns', turns] as [string, PublishedFigure]]),
  ]
}
