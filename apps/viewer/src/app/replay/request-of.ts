import { seriesOf } from '../../manifest/conditions.ts'
import type { OpenEpisode } from '../episode/data/use-episode.ts'
import type { ReplayRequest } from './worker.ts'

/** What the prompts of an episode follow from; undefined if the run's conditions do not say. */
export function requestOf({ trace, conditions }: OpenEpisode): ReplayRequest | undefined {
  const { episode } = trace
  if (episode === undefined || conditions === undefined) return undefined
  const series = seriesOf(conditions, episode) ?? -1
  const skill = conditions.series[series]?.benchmark
  const runtime = conditions.runtimes.find(({ id }) => id === episode.runtime)
  if (skill === undefined || runtime === undefined) return undefined
  return { trace, skill, runtime }
}
