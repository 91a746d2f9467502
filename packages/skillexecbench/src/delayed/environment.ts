import { type Environment, invalidOption } from '@skill-state/protocol'
import { episodeEnvironment } from '../shared/episode-environment.ts'
import { judgedEpisode } from '../shared/judged.ts'
import { requirePositiveInteger } from '../shared/task-grid.ts'
import { type DelayedEventOptions, eventLines, generateDelayedEvents } from './events.ts'
import { judge } from './judge.ts'

/**
 * A hotel desk. No event depends on an earlier action. The reward is successful ÷ actionable, where actionable are the
 * events that need a tag from `distance` steps before; the others are counted as `busyEvents`.
 */
export function delayedEnvironment(options: Omit<DelayedEventOptions, 'seed'>): Environment {
  return episodeEnvironment('delayed', (seed) => {
    const events = generateDelayedEvents({ seed, ...options })
    return judgedEpisode(events, eventLines.write, judge, (kinds) => {
      const needing = events.filter(({ kind }) => kind === 'return').length
      const answered = events.filter((_, at) => kinds[at] === 'answered')
      const returned = answered.filter(({ kind }) => kind === 'return').length
      return {
        reward: returned / needing,
        metrics: {
          successfulActions: returned,
          actionableEvents: needing,
          busyActions: answered.length - returned,
          busyEvents: events.length - needing,
        },
      }
    })
  })
}

/** Throws `invalid-option` if the horizon leaves too few steps for several tags to be told and needed. */
export function requireHorizon(horizon: unknown, distance: number): number {
  const steps = requirePositiveInteger('horizon', horizon)
  if (steps >= 2 * distance) return steps
  throw invalidOption(`horizon must be at least ${2 * distance} for a distance of ${distance}, not ${steps}`)
}
