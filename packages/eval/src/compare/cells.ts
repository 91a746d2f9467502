import type { EpisodeFigures } from '../figures/figures.ts'

/** What a comparison may be split by, beside benchmark and runtime. */
export type Split = 'variant' | 'horizon'

/** Where a row of a comparison belongs. */
export interface ComparedCell {
  readonly benchmark: string
  /** Absent if the row stands for all variants. */
  readonly variant?: string | undefined
  /** Absent if the row stands for all horizons. */
  readonly horizon?: number | undefined
  readonly runtime: string
}

interface CellEpisodes {
  readonly cell: ComparedCell
  readonly episodes: readonly EpisodeFigures[]
}

/**
 * Groups episodes by benchmark, runtime and what is asked for, in the order of these. If a runtime is named, it is the only
 * one, and no cell bears its name: another run may name another.
 */
export function splitIntoCells(
  episodes: readonly EpisodeFigures[],
  by: readonly Split[] = [],
  runtime?: string,
): ReadonlyMap<string, CellEpisodes> {
  const wanted = runtime === undefined ? episodes : episodes.filter((each) => each.runtime === runtime)
  const cellOf = (episode: EpisodeFigures): ComparedCell => ({
    benchmark: episode.benchmark,
    variant: by.includes('variant') ? episode.variant : undefined,
    horizon: by.includes('horizon') ? episode.horizon : undefined,
    runtime: runtime === undefined ? episode.runtime : '',
  })
  const keyOf = (episode: EpisodeFigures): string =>
    JSON.stringify(Object.values(cellOf(episode)).map((value) => value ?? ''))
  const groups = [...Map.groupBy(wanted, keyOf)].flatMap(([key, group]): [string, CellEpisodes][] => {
    const [first] = group
    return first === undefined ? [] : [[key, { cell: cellOf(first), episodes: group }]]
  })
  return new Map(groups.sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true })))
}
