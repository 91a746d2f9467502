import type { Outcome } from '@skill-state/protocol'
import type { RetractionEvent } from './events.ts'
import type { Verdict } from './judge.ts'

/**
 * The reward is successful ÷ actionable, the enquiries. `corrected…` are about a platform that was corrected,
 * `correctedTwice…` about one corrected again; `staleActions` named a platform no longer right.
 */
export function computeOutcome(
  events: readonly RetractionEvent[],
  verdicts: readonly Verdict['kind'][],
): Outcome {
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
