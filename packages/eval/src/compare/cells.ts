import type { EpisodeFigures } from '../figures/figures.ts'

/** What a comparison may be split by, beside benchmark and runtime. */
const splits = ['variant', 'horizon'] as const
export type Split = (typeof splits)[number]

/** Where a row of a comparison belongs. */
export interface ComparedCell {
  readonly benchmark: string
  /** Absent if the row stands for all variants. */
  readonly variant?: string | undefined
  /** Absent if the row stands for all horizons. */
  readonly horizon?: number | undefined
  readonly runtime: string
}

/** Groups episodes by benchmark, runtime and what is asked for, in the order of these. */
export function splitIntoCells(
  episodes: readonly EpisodeFigures[],
  by: readonly Split[] = [],
): readonly { readonly cell: ComparedCell; readonly episodes: readonly EpisodeFigures[] }[] {
  const groups = Map.groupBy(episodes, (episode) => cellKey(cellOf(episode, by)))
  const cells = [...groups.values()].flatMap((group) => {
    const [first] = group
    return first === undefined ? [] : [{ cell: cellOf(first, by), episodes: group }]
  })
  return cells.sort(({ cell: a }, { cell: b }) =>
    cellKey(a).localeCompare(cellKey(b), 'en', { numeric: true }),
  )
}

export function cellKey({ benchmark, variant, horizon, runtime }: ComparedCell): string {
  return JSON.stringify([benchmark, variant ?? '', horizon ?? '', runtime])
}

function cellOf(
  { benchmark, variant, horizon, runtime }: EpisodeFigures,
  by: readonly Split[],
): ComparedCell {
  return {
    benchmark,
    variant: by.includes('variant') ? variant : undefined,
    horizon: by.includes('horizon') ? horizon : undefined,
    runtime,
  }
}
