import type { EpisodeKey, EpisodeRow, Manifest } from './manifest.ts'

/** The manifest that a page has, with the rows in it that a host says have changed since. */
export function mergeManifest(before: Manifest | undefined, news: Manifest): Manifest {
  if (before === undefined || news.since === undefined) return news
  return { ...news, episodes: mergeRows(before.episodes, news) }
}

/** Rows stay in the order of the runs, then of the files. */
function mergeRows(
  rows: readonly EpisodeRow[],
  { runs, episodes: changed }: Manifest,
): readonly EpisodeRow[] {
  const [first, last] = [changed[0], rows.at(-1)]
  if (first === undefined) return rows
  const places = new Map(runs.map(({ name }, place) => [name, place]))
  const compare = (a: EpisodeKey, b: EpisodeKey): number =>
    (places.get(a.run) ?? 0) - (places.get(b.run) ?? 0) || (a.file < b.file ? -1 : a.file > b.file ? 1 : 0)
  if (last === undefined || compare(last, first) < 0) return [...rows, ...changed] // as while they are read for the first time
  const byKey = new Map([...rows, ...changed].map((row) => [`${row.run}\n${row.file}`, row]))
  return [...byKey.values()].sort(compare)
}
