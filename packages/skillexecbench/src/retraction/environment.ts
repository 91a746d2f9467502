import { type Environment, invalidOption, type Outcome } from '@skill-state/protocol'
import { episodeEnvironment } from '../shared/episode-environment.ts'
import { judgedEpisode } from '../shared/judged.ts'
import { requirePositiveInteger } from '../shared/task-grid.ts'
import { eventLines, generateRetractionEvents, type RetractionEvent } from './events.ts'
import { judge, type RetractionKind } from './judge.ts'

/** A station's information desk of `horizon` events. No event depends on an earlier action: one failure costs one step. */
export function retractionEnvironment({ horizon }: { readonly horizon: number }): Environment {
  return episodeEnvironment('retraction', (seed) => {
    const events = generateRetractionEvents({ seed, horizon })
    return judgedEpisode(events, eventLines.write, judge, (kinds) => computeOutcome(events, kinds))
  })
}

/**
 * The reward is successful ÷ actionable, the enquiries. `corrected…` are about a platform that was corrected,
 * `correctedTwice…` about one corrected again; `staleActions` named a platform no longer right.
 */
function computeOutcome(events: readonly RetractionEvent[], verdicts: readonly RetractionKind[]): Outcome {
  const count = (wanted: (event: RetractionEvent) => boolean): Count => {
    const places = [...events.entries()].filter(([, event]) => wanted(event)).map(([at]) => at)
    return { events: places.length, actions: places.filter((at) => verdicts[at] === 'answered').length }
  }
  const enquiries = count(({ kind }) => kind === 'enquiry')
  const corrected = count((event) => correctionsOf(event) > 0)
  const correctedTwice = count((event) => correctionsOf(event) > 1)
  const busy = count(({ kind }) => kind !== 'enquiry')
  return {
    reward: enquiries.actions / enquiries.events,
    metrics: {
      successfulActions: enquiries.actions,
      actionableEvents: enquiries.events,
      staleActions: verdicts.filter((kind) => kind === 'stale').length,
      correctedActions: corrected.actions,
      correctedEvents: corrected.events,
      correctedTwiceActions: correctedTwice.actions,
      correctedTwiceEvents: correctedTwice.events,
      busyActions: busy.actions,
      busyEvents: busy.events,
    },
  }
}

interface Count {
  readonly events: number
  readonly actions: number
}

function correctionsOf(event: RetractionEvent): number {
  return event.kind === 'enquiry' ? event.corrections : 0
}

/** Throws `invalid-option` if the horizon has no room for a fact and an action that depends on it. */
export function requireHorizon(horizon: unknown): number {
  const steps = requirePositiveInteger('horizon', horizon)
  if (steps > 1) return steps
  throw invalidOption(`horizon must be at least 2, not ${steps}`)
}
