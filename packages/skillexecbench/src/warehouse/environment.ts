import type { Environment } from '@skill-state/protocol'
import { episodeEnvironment } from '../shared/episode-environment.ts'
import type { WarehouseOptions } from './options.ts'
import { WarehouseEpisode } from './world/episode.ts'
import { planEpisode } from './world/plan.ts'

/**
 * The warehouse of B.1; in a scenario one observation has a notice between result and event. The reward is successful
 * actions ÷ actionable events: all but orders of an item that a scenario has put out of reach. An action is successful if
 * the world accepts it and it answers the event of its step.
 */
export function warehouseEnvironment(options: WarehouseOptions): Environment {
  return episodeEnvironment(
    'warehouse',
    (seed) => new WarehouseEpisode(options.shelves, planEpisode({ seed, ...options }), options.silent),
  )
}
