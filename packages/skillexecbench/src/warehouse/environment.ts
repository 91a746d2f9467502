import type { Environment, Observation, Outcome } from '@skill-state/protocol'
import { requireStarted, stepAfterEnd } from '../shared/episode-in-progress.ts'
import { requireOptions, type WarehouseOptions } from './options.ts'
import { Episode } from './world/episode.ts'
import { planEpisode } from './world/plan.ts'

const name = 'warehouse'

/**
 * The warehouse of B.1. O_0 is event 0, with a load below a line that lists what is in stock; each later
 * observation is the result of the last action, a line break, and the next event; the last one is a result
 * alone. In a scenario one observation has a notice between the result and the event.
 *
 * The reward is successful actions ÷ actionable events: all but orders of an item that a scenario has put out
 * of reach. An action is successful when the world accepts it and it answers the event of its step: it stores
 * the item that arrived, ships the item that was ordered, or moves the item that lies on the shelf to be
 * maintained. A scenario adds the metric `recovered`, and A, B and C `recoverySteps` and `recoveryTurns` once they have given notice.
 * Throws `invalid-option`.
 */
export function createWarehouseEnvironment(options: WarehouseOptions): Environment {
  return openWarehouse(requireOptions(options))
}

/** The same, for options that have been checked. */
export function openWarehouse(checked: WarehouseOptions): Environment {
  let episode: Episode | undefined

  return {
    noop: 'Wait',

    async reset({ seed, signal }): Promise<Observation> {
      signal?.throwIfAborted()
      episode = new Episode(checked.shelves, planEpisode({ seed, ...checked }))
      return { text: episode.begin(), done: false }
    },

    async step(action, stepOptions): Promise<Observation> {
      stepOptions?.signal?.throwIfAborted()
      const current = requireStarted(name, episode)
      if (current.isOver) throw stepAfterEnd(name)
      const { accepted, text } = current.act(action)
      return { text, done: current.isOver, ...(accepted ? {} : { refused: true }) }
    },

    expectedState: () => requireStarted(name, episode).expectedState(),

    async outcome(): Promise<Outcome> {
      return requireStarted(name, episode).outcome()
    },

    /** Holds nothing that needs freeing. */
    async close(): Promise<void> {},
  }
}
