import type { Environment, Observation, Outcome } from '@skill-state/protocol'
import { requireStarted, stepAfterEnd } from '../shared/episode-in-progress.ts'
import { requirePositiveInteger } from '../shared/require-positive-integer.ts'
import { describeEvent } from './describe.ts'
import { type DelayedEvent, generateDelayedEvents } from './events.ts'
import { judge } from './judge.ts'
import { requireHorizon } from './options.ts'

const name = 'delayed'

export interface DelayedEnvironmentOptions {
  /** T: number of events, and so of steps; at least twice the distance. */
  readonly horizon: number
  /** k: steps between the telling of a tag and its use. */
  readonly distance: number
}

interface Episode {
  readonly events: readonly DelayedEvent[]
  step: number
  returned: number
  busy: number
}

/**
 * A hotel desk. O_0 is event 0; each later observation is the result of the last action, a line break, and
 * the next event; the last one is a result alone. No event depends on an earlier action: one failure costs
 * one step.
 *
 * The reward is successful ÷ actionable, where actionable are the events that need a tag from `distance`
 * steps before. The deposits and errands between them tell all that their actions need, and are counted
 * apart, as `busyActions` of `busyEvents`.
 */
export function createDelayedEnvironment(options: DelayedEnvironmentOptions): Environment {
  const distance = requirePositiveInteger('distance', options.distance)
  const horizon = requireHorizon(options.horizon, distance)
  let episode: Episode | undefined

  return {
    noop: 'Wait',

    async reset({ seed, signal }): Promise<Observation> {
      signal?.throwIfAborted()
      const events = generateDelayedEvents({ seed, horizon, distance })
      episode = { events, step: 0, returned: 0, busy: 0 }
      return { text: describeEvent(events[0] as DelayedEvent), done: false }
    },

    async step(action, stepOptions): Promise<Observation> {
      stepOptions?.signal?.throwIfAborted()
      const current = requireStarted(name, episode)
      const event = current.events[current.step]
      if (event === undefined) throw stepAfterEnd(name)
      const { kind, text } = judge(event, action)
      if (kind === 'answered') current[event.kind === 'return' ? 'returned' : 'busy'] += 1
      current.step += 1
      const next = current.events[current.step]
      const refused = kind === 'refused' ? { refused: true } : {}
      if (next === undefined) return { text, done: true, ...refused }
      return { text: `${text}\n${describeEvent(next)}`, done: false, ...refused }
    },

    async outcome(): Promise<Outcome> {
      const { events, returned, busy } = requireStarted(name, episode)
      const needing = events.filter(({ kind }) => kind === 'return').length
      return {
        reward: returned / needing,
        metrics: {
          successfulActions: returned,
          actionableEvents: needing,
          busyActions: busy,
          busyEvents: events.length - needing,
        },
      }
    },

    /** Holds nothing that needs freeing. */
    async close(): Promise<void> {},
  }
}
