import type { Decision, JsonObject, Observation, RunInput, Waiting } from '@skill-state/protocol'
import { captured } from './capture/captured.ts'
import type { CompiledSkill } from './compile-skill.ts'
import type { CommitMode, Journal, JournalDecision } from './journal/journal.ts'
import { keyOf, listIn, playCalls } from './play-calls.ts'
import { type Compose, type Settled, settle } from './settle.ts'
import type { State } from './state/state.ts'

interface Deciding extends Pick<Decision, 'patch' | 'action' | 'actionSource' | 'prose'> {
  readonly index: number
  readonly skill: CompiledSkill
  readonly before: State
  /** Σ_t ⊕ ΔΣ_t */
  readonly after: State
  /** What rules took from O_t. */
  readonly captured: JsonObject | undefined
  readonly written: JournalDecision['written']
}

interface ActOptions {
  readonly journal: Journal | undefined
  readonly commit: CommitMode | undefined
  readonly compose: Compose | undefined
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
  { index, skill, before, after, captured: carried, patch, action, actionSource: source, ...said }: Deciding,
  { environment, signal }: Pick<RunInput, 'environment' | 'signal'>,
  { journal, commit = 'before-action', compose }: ActOptions,
): Promise<Acted> {
  const { prose, written } = said
  if (journal) await journal.decided({ index, patch, action, source, prose, written, commit })
  const calls = listIn(environment, action)
  const played = calls && (await playCalls({ index, skill, calls }, { environment, signal }, journal))
  if (played && 'waiting' in played) return pausedAt(before, played.waiting)
  const key = journal && keyOf(journal, index)
  const { evidence, ...result } = played?.result ?? (await environment.step(action, { key, signal, source }))
  if (result.waiting && result.waiting.for !== 'reply') {
    if (journal) await journal.waiting(index, result.waiting)
    return pausedAt(before, result.waiting)
  }
  const settled = settle(
    { before, after, action, patch, commit, captured: carried, ended: played?.ended },
    result,
    compose,
  )
  const { state, note } = settled
  const observation = captured(skill, state, carried, { ...settled.observation, evidence })
  if (journal) await journal.answered({ index, state, observation, note })
  return { ...settled, observation, result }
}

function pausedAt(state: State, waiting: Waiting): Acted {
  const result = { text: '', done: false, waiting }
  return { state, observation: result, result }
}
