import { type Action, type Observation, type RunInput, SkillStateError } from '@skill-state/protocol'
import { captured } from './capture/captured.ts'
import type { CompiledSkill } from './compile-skill.ts'
import type { Journal, JournalDecision } from './journal/journal.ts'
import { oneLine } from './json/excerpt.ts'
import { mergeState } from './merge.ts'
import { type Compose, settle } from './settle.ts'
import type { State } from './state/state.ts'

/** The consent to an action that waits for an approval. */
interface Approval {
  readonly approved: true
  /** The action as it was edited. Default: as the model decided it. */
  readonly action?: Action | undefined
}

export interface ResumeOptions {
  /**
   * What to do about an action that was decided before a crash and may have been executed. `stop` (default):
   * throw `outcome-unknown`. `repeat`: execute it again under the same key. An observation: what it led to.
   */
  readonly onUnknown?: 'stop' | 'repeat' | Observation | undefined
  /**
   * What a paused episode continues with (see `Observation.waiting`): what was said; for an action that waits for an
   * approval the approval, or an observation that says why it was denied; the result of an action that waits for it. A paused episode without it stays
   * paused: the run takes no step. Ignored if the episode is not paused.
   */
  readonly with?: Observation | Approval | undefined
}

interface Keeping extends ResumeOptions {
  readonly journal: Journal | undefined
  readonly compose: Compose | undefined
}

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
  { journal, compose, onUnknown = 'stop', with: resumeWith }: Keeping,
): Promise<Beginning> {
  const { state, observation, index, pending } = journal?.position ?? { state: skill.initialState, index: 0 }
  if (observation === undefined) {
    const reset = await environment.reset({ seed, signal })
    const first = captured(skill, state, undefined, reset)
    await journal?.started(first)
    return { state, observation: first, index }
  }
  if (journal === undefined) return { state, observation, index }
  if (pending === undefined) {
    if (!observation.waiting || !resumeWith) return { state, observation, index }
    if (isApproval(resumeWith)) throw nothingToApprove(index)
    const said = captured(skill, state, observation.captured, resumeWith)
    await journal.resumed(index, said)
    return { state, observation: said, index }
  }
  const execute = ({ action, source, approved }: JournalDecision): Promise<Observation> =>
    environment.step(action, { key: keyOf(journal, index), source, approved, signal })
  let result: Observation
  if (pending.waiting) {
    if (!resumeWith) return { state, observation: { ...observation, waiting: pending.waiting }, index }
    if (isApproval(resumeWith)) {
      await journal.approved(index, resumeWith.action)
      result = await execute(journal.position.pending ?? pending)
    } else result = resumeWith
  } else {
    if (onUnknown === 'stop') throw outcomeUnknown(pending)
    result = onUnknown === 'repeat' ? await execute(pending) : onUnknown
  }
  if (result.waiting && result.waiting.for !== 'reply') {
    await journal.waiting(index, result.waiting)
    return { state, observation: { ...observation, waiting: result.waiting }, index }
  }
  const decided = journal.position.pending ?? pending // with the action as it was approved
  const after = decided.patch ? mergeState(state, decided.patch).after : state
  const acted = { ...decided, before: state, after, captured: observation.captured }
  const { evidence, ...answer } = result
  const settled = settle(acted, answer, compose)
  const { note } = settled
  const next = captured(skill, settled.state, observation.captured, { ...settled.observation, evidence })
  await journal.answered({ index, state: settled.state, observation: next, note })
  return { state: settled.state, observation: next, index: index + 1 }
}

function isApproval(resumeWith: Observation | Approval): resumeWith is Approval {
  return 'approved' in resumeWith
}

function nothingToApprove(index: number): SkillStateError {
  return new SkillStateError(
    'invalid-option',
    `step ${index} waits for a reply, not for an approval: resume with an observation`,
  )
}

/** The idempotency key of a step's action, which only a journal makes unique. */
export function keyOf(journal: Journal | undefined, index: number): string | undefined {
  return journal && `${journal.id}/${index}`
}

function outcomeUnknown({ index, action }: JournalDecision): SkillStateError {
  const shown = oneLine(typeof action === 'string' ? action : JSON.stringify(action), 120)
  return new SkillStateError(
    'outcome-unknown',
    `step ${index} was cut off and its action may have been executed: find out whether "${shown}" was, then continue with onUnknown: 'repeat' or with its observation`,
  )
}
