import type { Environment } from '@skill-state/protocol'
import { episodeEnvironment } from '../shared/episode-environment.ts'
import type { WarehouseOptions } from './options.ts'
import { WarehouseEpisode } from './world/episode.ts'
import { planEpisode } from './world/plan.ts'

/**
 * The warehouse of B.1. O_0 is event 0, with a load below a line that lists what is in stock; each later
 * observation is the result of the last action, a line break, and the next event; the last one is a result
 * alone. In a scenario one observation has a notice between the result and the event.
 *
 * The reward is successful actions ÷ actionable events: all but orders of an item that a scenario has put out
 * of reach. An action is successful when the world accepts it and it answers the event of its step: it stores
 * the item that arrived, ships the item that was ordered, or moves the item that lies on the shelf to be
 * maintained. A scenario adds the metric `recovered`, and A, B and C `recoverySteps` and `recoveryTurns` once they have given notice.
 */
export function warehouseEnvironment(options: WarehouseOptions): Environment {
  return episodeEnvironment(
    'warehouse',
    (seed) => new WarehouseEpisode(options.shelves, planEpisode({ seed, ...options }), options.silent),
  )
}
