import { type Environment, invalidOption } from '@skill-state/protocol'
import { episodeEnvironment } from '../shared/episode-environment.ts'
import { requirePositiveInteger } from '../shared/require-positive-integer.ts'
import { type DelayedEvent, generateDelayedEvents } from './events.ts'
import { judge } from './judge.ts'
import { eventLines } from './lines.ts'

export interface DelayedEnvironmentOptions {
  /** T: number of events, and so of steps; at least twice the distance. */
  readonly horizon: number
  readonly distance: number
}

/**
 * A hotel desk. No event depends on an earlier action. The reward is successful ÷ actionable, where actionable are the
 * events that need a tag from `distance` steps before; the others are counted as `busyEvents`.
 */
export function delayedEnvironment({ horizon, distance }: DelayedEnvironmentOptions): Environment {
  return episodeEnvironment('delayed', (seed) => {
    const events = generateDelayedEvents({ seed, horizon, distance })
    const answered = { return: 0, busy: 0 }
    let step = 0
    return {
      begin: () => eventLines.write(events[0] as DelayedEvent),
      act(action) {
        const event = events[step] as DelayedEvent
        const { kind, text } = judge(event, action)
        if (kind === 'answered') answered[event.kind === 'return' ? 'return' : 'busy'] += 1
        step += 1
        const next = events[step]
        return { accepted: kind !== 'refused', text, next: next && eventLines.write(next) }
      },
      outcome() {
        const needing = events.filter(({ kind }) => kind === 'return').length
        return {
          reward: answered.return / needing,
          metrics: {
            successfulActions: answered.return,
            actionableEvents: needing,
            busyActions: answered.busy,
            busyEvents: events.length - needing,
          },
        }
      },
    }
  })
}

/** Throws `invalid-option` if the horizon leaves too few steps for several tags to be told and needed. */
export function requireHorizon(horizon: unknown, distance: number): number {
  const steps = requirePositiveInteger('horizon', horizon)
  if (steps >= 2 * distance) return steps
  throw invalidOption(`horizon must be at least ${2 * distance} for a distance of ${distance}, not ${steps}`)
}
