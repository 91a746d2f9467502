import { type Observation, type RunInput, SkillStateError } from '@skill-state/protocol'
import { oneLine } from './_excerpt.ts'
import { settle } from './_settle.ts'
import type { CompiledSkill } from './compile-skill.ts'
import type { Journal, JournalDecision } from './journal/journal.ts'
import { mergeState } from './merge.ts'
import type { State } from './state.ts'

export interface ResumeOptions {
  /** Keeps the episode, and says where to go on. Default: nothing is kept. */
  readonly journal?: Journal | undefined
  /**
   * What to do about an action that was decided before a crash and may have been executed. `stop` (default):
   * throw `outcome-unknown`. `repeat`: execute it again under the same key. An observation: what it led to.
   */
  readonly onUnknown?: 'stop' | 'repeat' | Observation | undefined
}

/** Where an episode begins or goes on. */
interface Beginning {
  readonly state: State
  readonly observation: Observation
  readonly index: number
}

/**
 * Σ_0 and O_0; or where the journal ends, in which case the environment is not reset: it must be as it was.
 * Finishes a step whose outcome is unknown as `onUnknown` says.
 */
export async function begin(
  skill: CompiledSkill,
  { environment, seed, signal }: RunInput,
  { journal, onUnknown = 'stop' }: ResumeOptions,
): Promise<Beginning> {
  const { state, observation, index, pending } = journal?.position ?? { state: skill.initialState, index: 0 }
  if (observation === undefined) {
    const first = await environment.reset({ seed, ...(signal && { signal }) })
    await journal?.started(first)
    return { state, observation: first, index }
  }
  if (journal === undefined || pending === undefined) return { state, observation, index }
  if (onUnknown === 'stop') throw outcomeUnknown(pending)
  const result =
    onUnknown === 'repeat'
      ? await environment.step(pending.action, {
          ...keyOf(journal, index),
          source: pending.source,
          ...(signal && { signal }),
        })
      : onUnknown
  const after = pending.patch ? mergeState(state, pending.patch).after : state
  const settled = settle({ ...pending, before: state, after }, result)
  await journal.answered({ index, ...settled })
  return { ...settled, index: index + 1 }
}

/** The idempotency key of a step's action, which only a journal makes unique. */
export function keyOf(journal: Journal | undefined, index: number): { readonly key?: string } {
  return journal ? { key: `${journal.id}/${index}` } : {}
}

function outcomeUnknown({ index, action }: JournalDecision): SkillStateError {
  const shown = oneLine(typeof action === 'string' ? action : JSON.stringify(action), 120)
  return new SkillStateError(
    'outcome-unknown',
    `step ${index} was cut off and its action may have been executed: find out whether "${shown}" was, then go on with onUnknown: 'repeat' or with the observation it led to`,
  )
}
