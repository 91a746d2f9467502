import type { Action, Environment, JsonObject, Observation, Outcome } from '@skill-state/protocol'
import { SkillStateError } from '@skill-state/protocol'

/** One episode of events: each step begins one, and takes one action. */
export interface Episode {
  /** O_0: event 0. */
  begin(): string
  /** Takes the action of the current step. `next` begins the next one; undefined after the last. */
  act(action: Action): Answered
  outcome(): Outcome
  /** What a state should hold now; undefined if that is not known. */
  expectedState?(): JsonObject | undefined
}

export interface Answered {
  readonly accepted: boolean
  readonly text: string
  readonly next: string | undefined
}

/** Each observation after O_0 is the result of the last action, a line break, and the next event; the last is a result alone. */
export function episodeEnvironment(name: string, start: (seed: number) => Episode): Environment {
  let episode: Episode | undefined
  let isOver = false
  return {
    noop: 'Wait',
    async reset({ seed, signal }): Promise<Observation> {
      signal?.throwIfAborted()
      episode = start(seed)
      isOver = false
      return { text: episode.begin(), done: false }
    },
    async step(action, { signal } = {}): Promise<Observation> {
      signal?.throwIfAborted()
      const current = requireStarted(name, episode)
      if (isOver) throw misuse(name, 'step after the end of the episode; call reset first')
      const { accepted, text, next } = current.act(action)
      isOver = next === undefined
      const refused = accepted ? {} : { refused: true }
      return { text: next === undefined ? text : `${text}\n${next}`, done: isOver, ...refused }
    },
    expectedState: () => requireStarted(name, episode).expectedState?.(),
    outcome: async () => requireStarted(name, episode).outcome(),
    close: async () => {},
  }
}

/** The episode, or throws `environment-misuse` if `reset` has not begun one. */
export function requireStarted<T>(environment: string, episode: T | undefined): T {
  if (episode !== undefined) return episode
  throw misuse(environment, 'the episode has not begun; call reset first')
}

function misuse(environment: string, message: string): SkillStateError {
  return new SkillStateError('environment-misuse', `${environment}: ${message}`)
}
