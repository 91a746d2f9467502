import type { Environment, Observation, Outcome } from '@skill-state/protocol'
import { requireStarted, stepAfterEnd } from '../shared/episode-in-progress.ts'
import { describeEvent } from './describe.ts'
import { generateRetractionEvents, type RetractionEvent } from './events.ts'
import { judge, type Verdict } from './judge.ts'
import { requireHorizon } from './options.ts'
import { computeOutcome } from './outcome.ts'

const name = 'retraction'

export interface RetractionEnvironmentOptions {
  /** T: number of events, and so of steps; at least 2. */
  readonly horizon: number
}

interface Episode {
  readonly events: readonly RetractionEvent[]
  /** What became of each action so far: one per step. */
  readonly verdicts: Verdict['kind'][]
}

/**
 * A station's information desk. O_0 is event 0; each later observation is the result of the last action, a
 * line break, and the next event; the last one is a result alone. No event depends on an earlier action: one
 * failure costs one step. `computeOutcome` says how an episode is scored.
 */
export function createRetractionEnvironment(options: RetractionEnvironmentOptions): Environment {
  const horizon = requireHorizon(options.horizon)
  let episode: Episode | undefined

  return {
    noop: 'Wait',

    async reset({ seed, signal }): Promise<Observation> {
      signal?.throwIfAborted()
      const events = generateRetractionEvents({ seed, horizon })
      episode = { events, verdicts: [] }
      return { text: describeEvent(events[0] as RetractionEvent), done: false }
    },

    async step(action, stepOptions): Promise<Observation> {
      stepOptions?.signal?.throwIfAborted()
      const { events, verdicts } = requireStarted(name, episode)
      const event = events[verdicts.length]
      if (event === undefined) throw stepAfterEnd(name)
      const { kind, text } = judge(event, action)
      verdicts.push(kind)
      const next = events[verdicts.length]
      const refused = kind === 'refused' || kind === 'stale' ? { refused: true } : {}
      if (next === undefined) return { text, done: true, ...refused }
      return { text: `${text}\n${describeEvent(next)}`, done: false, ...refused }
    },

    async outcome(): Promise<Outcome> {
      const { events, verdicts } = requireStarted(name, episode)
      return computeOutcome(events, verdicts)
    },

    /** Holds nothing that needs freeing. */
    async close(): Promise<void> {},
  }
}
