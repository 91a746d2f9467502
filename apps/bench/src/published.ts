import type { Cell, Published } from '@skill-state/eval'
import figures from './published-figures.json' with { type: 'json' }

/** A figure of the paper's tables, as published. */
interface PublishedFigure {
  readonly label: string
  readonly environment?: string
  readonly horizon?: number
  readonly runtime: string
  readonly [figure: string]: string | number | boolean | undefined
}

const published = ['score', 'promptChars', 'totalTokens']

/** The figures that a table of the paper, named by its LaTeX label, gives for a cell. */
export function publishedIn(label: string): (cell: Cell) => Published | undefined {
  const table = (figures as readonly PublishedFigure[]).filter((figure) => figure.label === label)
  return ({ benchmark, horizon, runtime }) => {
    const [environment] = benchmark.split('@')
    const found = table.find(
      (figure) =>
        figure.environment === environment && figure.horizon === horizon && figure.runtime === runtime,
    )
    if (found === undefined) return undefined
    return Object.fromEntries(
      published.flatMap((id) => {
        const [mean, sd] = [found[id], found[`${id}Sd`]]
        if (typeof mean !== 'number') return []
        return [[id, { mean, ...(typeof sd === 'number' && { sd }) }]]
      }),
    )
  }
}
