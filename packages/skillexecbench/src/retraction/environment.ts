import { type Environment, invalidOption } from '@skill-state/protocol'
import { episodeEnvironment } from '../shared/episode-environment.ts'
import { requirePositiveInteger } from '../shared/require-positive-integer.ts'
import { generateRetractionEvents, type RetractionEvent } from './events.ts'
import { judge, type Verdict } from './judge.ts'
import { eventLines } from './lines.ts'
import { computeOutcome } from './outcome.ts'

export interface RetractionEnvironmentOptions {
  readonly horizon: number
}

/** A station's information desk. No event depends on an earlier action: one failure costs one step. */
export function retractionEnvironment({ horizon }: RetractionEnvironmentOptions): Environment {
  return episodeEnvironment('retraction', (seed) => {
    const events = generateRetractionEvents({ seed, horizon })
    const verdicts: Verdict['kind'][] = []
    return {
      begin: () => eventLines.write(events[0] as RetractionEvent),
      act(action) {
        const { kind, text } = judge(events[verdicts.length] as RetractionEvent, action)
        verdicts.push(kind)
        const next = events[verdicts.length]
        return {
          accepted: kind === 'answered' || kind === 'waited',
          text,
          next: next && eventLines.write(next),
        }
      },
      outcome: () => computeOutcome(events, verdicts),
    }
  })
}

/** Throws `invalid-option` if the horizon has no room for a fact and an action that depends on it. */
export function requireHorizon(horizon: unknown): number {
  const steps = requirePositiveInteger('horizon', horizon)
  if (steps > 1) return steps
  throw invalidOption(`horizon must be at least 2, not ${steps}`)
}
