import type { Decision, Environment, Observation } from '@skill-state/protocol'
import type { CommitMode, Journal } from './journal/journal.ts'
import { keyOf } from './resume.ts'
import { type Settled, settle } from './settle.ts'
import type { State } from './state/state.ts'

/** A decision on its way into the world. */
interface Deciding extends Pick<Decision, 'patch' | 'action' | 'actionSource'> {
  readonly index: number
  readonly before: State
  /** Σ_t ⊕ ΔΣ_t */
  readonly after: State
}

export interface ActOptions {
  readonly journal?: Journal | undefined
  readonly commit?: CommitMode | undefined
}

interface Acted extends Settled {
  /** What the environment answered. */
  readonly result: Observation
}

/**
 * Executes a_t, with the decision on record before it and the answer after it. An action that waits for an approval
 * or for its result changes nothing: the state stays Σ_t until the episode is resumed.
 */
export async function act(
  { index, before, after, patch, action, actionSource: source }: Deciding,
  environment: Environment,
  { journal, commit = 'before-action' }: ActOptions,
  signal: AbortSignal | undefined,
): Promise<Acted> {
  if (journal) await journal.decided({ index, patch, action, source, commit })
  const result = await environment.step(action, {
    ...keyOf(journal, index),
    ...(signal && { signal }),
    source,
  })
  if (result.waiting && result.waiting.for !== 'reply') {
    if (journal) await journal.waiting(index, result.waiting)
    return { state: before, observation: result, result }
  }
  const settled = settle({ before, after, patch, commit }, result)
  const { state, observation } = settled
  if (journal) await journal.answered({ index, state, observation })
  return { ...settled, result }
}
