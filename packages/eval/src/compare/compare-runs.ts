import { invalidRun, type JsonObject } from '@skill-state/protocol'
import type { Column } from '../figures/column.ts'
import type { EpisodeFigures } from '../figures/figures.ts'
import { holm } from '../statistics/holm.ts'
import { type ComparedCell, type Split, splitIntoCells } from './cells.ts'
import { type ComparedFigure, compareFigure } from './compare-figure.ts'
import { type ConditionDifference, conditionDifferences } from './condition-differences.ts'
import { pairEpisodes, type Unpaired } from './pair-episodes.ts'

export interface ComparedRun {
  readonly name: string
  readonly episodes: readonly EpisodeFigures[]
  /** Episodes of other runs of the same conditions: repetitions, which enter no mean. */
  readonly repetitions?: readonly EpisodeFigures[] | undefined
  /** What could change a figure. */
  readonly conditions: JsonObject
}

interface ComparedRow extends ComparedCell {
  /** B's runtime, if it is another one. */
  readonly against?: string | undefined
  readonly pairs: number
  readonly unpaired: readonly Unpaired[]
  /** In the order of the columns, without those that no pair has. */
  readonly figures: readonly ComparedFigure[]
}

/** Two runs, task by task: every difference is A less B. */
export interface RunComparison {
  readonly a: string
  readonly b: string
  readonly columns: readonly { readonly id: string; readonly title: string; readonly decimals: number }[]
  readonly differing: readonly ConditionDifference[]
  readonly rows: readonly ComparedRow[]
}

export interface CompareOptions {
  /** Only this runtime of A, against this one of B. Default: each against itself. */
  readonly runtimes?: readonly [a: string, b: string] | undefined
  /** One row for each variant or horizon, in place of one for all. */
  readonly by?: readonly Split[] | undefined
  readonly columns: readonly Column[]
}

/** Compares two runs by their common tasks. Throws `invalid-run` if they have none. */
export function compareRuns(a: ComparedRun, b: ComparedRun, options: CompareOptions): RunComparison {
  const { columns } = options
  const rows = adjust(compareRows(a, b, options))
  if (!rows.some(({ pairs }) => pairs > 0)) {
    throw invalidRun(
      `${a.name} and ${b.name} have no task of one benchmark and runtime in common that ended in both`,
    )
  }
  return {
    a: a.name,
    b: b.name,
    columns: columns.map(({ id, title, decimals }) => ({ id, title, decimals })),
    differing: conditionDifferences(a.conditions, b.conditions),
    rows,
  }
}

function compareRows(
  a: ComparedRun,
  b: ComparedRun,
  { columns, runtimes, by }: CompareOptions,
): readonly ComparedRow[] {
  const [ofA, ofB] = [
    splitIntoCells(a.episodes, by, runtimes?.[0]),
    splitIntoCells(b.episodes, by, runtimes?.[1]),
  ]
  const againA = splitIntoCells(a.repetitions ?? [], by, runtimes?.[0])
  const againB = splitIntoCells(b.repetitions ?? [], by, runtimes?.[1])
  const [named, other = named] = runtimes ?? []
  return [...new Map([...ofA, ...ofB])].map(([key, { cell }]) => {
    const [first = [], second = [], moreA = [], moreB = []] = [ofA, ofB, againA, againB].map(
      (cells) => cells.get(key)?.episodes ?? [],
    )
    const { pairs, unpaired } = pairEpisodes(first, second)
    const trials = { a: [...first, ...moreA], b: [...second, ...moreB] }
    return {
      ...cell,
      runtime: named ?? cell.runtime,
      against: other === named ? undefined : other,
      pairs: pairs.length,
      unpaired,
      figures: columns.flatMap((column) => compareFigure(pairs, column, trials) ?? []),
    }
  })
}

/** Adds Holm's p of each figure among the rows of one benchmark. */
function adjust(rows: readonly ComparedRow[]): readonly ComparedRow[] {
  return rows.map((row) => ({
    ...row,
    figures: row.figures.map((figure) => {
      const family = rows
        .filter(({ benchmark }) => benchmark === row.benchmark)
        .flatMap(({ figures }) => figures.filter(({ id }) => id === figure.id))
      const adjusted = holm(family.map(({ test }) => test.p))
      const pHolm = adjusted[family.indexOf(figure)]
      return { ...figure, pHolm }
    }),
  }))
}
