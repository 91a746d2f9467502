import type { EpisodeRow, Manifest } from '../../manifest/manifest.ts'
import { type EpisodeKey, isSameKey } from '../route.ts'

/** The other episodes of the same task, those that follow first: what an episode is most often compared with. */
export function counterparts({ episodes }: Manifest, key: EpisodeKey): readonly EpisodeRow[] {
  const own = episodes.find((row) => isSameKey(row, key))
  if (own === undefined) return []
  const same = episodes.filter(({ benchmark, task }) => benchmark === own.benchmark && task === own.task)
  const at = same.indexOf(own)
  return [...same.slice(at + 1), ...same.slice(0, at)]
}
