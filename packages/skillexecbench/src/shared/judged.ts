import type { Action, Outcome } from '@skill-state/protocol'
import type { Episode } from './episode-environment.ts'

/** What became of an action: what the event asked for, nothing, or a refusal that changed nothing. */
export interface Judged<Other extends string = never> {
  readonly kind: 'answered' | 'waited' | 'refused' | Other
  /** The line that tells the agent. Never tells a fact, nor what a rejected action named. */
  readonly text: string
}

export function answer(text: string): Judged {
  return { kind: 'answered', text: `Success: ${text}` }
}

export const waited: Judged = { kind: 'waited', text: 'Success: Waited.' }

export function refuse(reason: string): Judged {
  return { kind: 'refused', text: `Error: ${reason}` }
}

/** An episode whose events no action changes: each action is judged by the event of its step alone. */
export function judgedEpisode<Event, Other extends string = never>(
  events: readonly Event[],
  write: (event: Event) => string,
  judge: (event: Event, action: Action) => Judged<Other>,
  outcome: (kinds: readonly Judged<Other>['kind'][]) => Outcome,
): Episode {
  const kinds: Judged<Other>['kind'][] = []
  const shown = (): string | undefined => events.slice(kinds.length, kinds.length + 1).map(write)[0]
  return {
    begin: () => shown() ?? '',
    act(action) {
      const { kind, text } = judge(events[kinds.length] as Event, action)
      kinds.push(kind)
      return { accepted: kind === 'answered' || kind === 'waited', text, next: shown() }
    },
    outcome: () => outcome(kinds),
  }
}
