import type { EpisodeKey, EpisodeRow, Manifest } from '../../../manifest/manifest.ts'
import { isSameKey } from '../../route.ts'

export function rowOf({ episodes }: Manifest, key: EpisodeKey): EpisodeRow | undefined {
  return episodes.find((row) => isSameKey(row, key))
}

/** The other episodes of the same task, those that follow first: what an episode is most often compared with. */
export function counterparts(manifest: Manifest, key: EpisodeKey): readonly EpisodeRow[] {
  const own = rowOf(manifest, key)
  if (own === undefined) return []
  const same = manifest.episodes.filter(
    ({ benchmark, task }) => benchmark === own.benchmark && task === own.task,
  )
  const at = same.indexOf(own)
  return [...same.slice(at + 1), ...same.slice(0, at)]
}
