import {
  type Action,
  invalidOption,
  type Observation,
  type RunInput,
  SkillStateError,
} from '@skill-state/protocol'
import { answered, type Compose, listIn } from './act.ts'
import { captured } from './capture/captured.ts'
import type { CompiledSkill } from './compile-skill.ts'
import type { Journal, JournalDecision, JournalProgress } from './journal/journal.ts'
import { oneLine } from './json/excerpt.ts'
import { mergeState } from './merge.ts'
import { isFree, keyOf, playCalls } from './play-calls.ts'
import type { State } from './state/state.ts'

type OnUnknown = 'stop' | 'repeat' | Observation

/** The consent to an action that waits for an approval. */
interface Approval {
  readonly approved: true
  /** The action as it was edited. Default: as the model decided it. */
  readonly action?: Action | undefined
}

export interface ResumeOptions {
  /**
   * What to do about an action that was decided before a crash and may have been executed. `stop` (default):
   * throw `outcome-unknown`. `repeat`: execute it again under the same key. An observation: what it led to. A function says
   * it of the action, or of each call of a list.
   */
  readonly onUnknown?: OnUnknown | ((action: Action, call: number | undefined) => OnUnknown) | undefined
  /**
   * What a paused episode continues with (see `Observation.waiting`): what was said; for an action that waits for an
   * approval the approval, or an observation that says why it was denied; the result of an action that waits for it. A paused episode without it stays
   * paused: the run takes no step. Ignored if the episode is not paused.
   */
  readonly with?: Observation | Approval | undefined
  /** Of a list: the call that `with` is about. Default: all that wait. */
  readonly call?: number | undefined
  /** Of a list: present if the call was not allowed. */
  readonly outcome?: JournalProgress['outcome']
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
  { journal, ...keeping }: Keeping,
): Promise<Beginning> {
  const { state, observation, index, pending } = journal?.position ?? { state: skill.initialState, index: 0 }
  if (journal && observation && pending) {
    const step = { state, observation, pending }
    return await settlePending(skill, step, { environment, signal }, { ...keeping, journal })
  }
  if (observation === undefined) {
    const reset = await environment.reset({ seed, signal })
    const first = captured(skill, state, undefined, reset)
    await journal?.started(first)
    return { state, observation: first, index }
  }
  const { with: resumeWith } = keeping
  if (!journal || !observation.waiting || !resumeWith) return { state, observation, index }
  if (isApproval(resumeWith)) {
    throw invalidOption(`step ${index} waits for a reply, not for an approval: resume with an observation`)
  }
  const said = captured(skill, state, observation.captured, resumeWith)
  await journal.resumed(index, said)
  return { state, observation: said, index }
}

/** The same for a step whose outcome is not on record: finished, unless it waits. */
async function settlePending(
  skill: CompiledSkill,
  { state, observation, pending }: Omit<Beginning, 'index'> & { readonly pending: JournalDecision },
  { environment, signal }: Pick<RunInput, 'environment' | 'signal'>,
  { journal, compose, ...resuming }: Keeping & { readonly journal: Journal },
): Promise<Beginning> {
  const { index } = pending
  const paused = (waiting = pending.waiting): Beginning => ({
    state,
    observation: { ...observation, waiting },
    index,
  })
  if (pending.waiting && !resuming.with) return paused()
  const isList = listIn(environment, pending.action) !== undefined
  const play = isList ? finishCalls : finishAction
  const played = await play(skill, pending, { environment, signal }, journal, resuming)
  if ('waiting' in played) return paused(played.waiting)
  const { ended } = played
  const decided = journal.position.pending ?? pending // with the action as it was approved
  const after = decided.patch ? mergeState(state, decided.patch).after : state
  const acted = { ...decided, before: state, after, captured: observation.captured, ended }
  const settled = await answered(skill, acted, played.result, { journal, compose })
  return { state: settled.state, observation: settled.observation, index: index + 1 }
}

function isApproval(resumeWith: Observation | Approval): resumeWith is Approval {
  return 'approved' in resumeWith
}

type Finished =
  | Awaited<ReturnType<typeof playCalls>>
  | { readonly result: Observation; readonly ended?: never }

/** What a pending action led to, or what it waits for now. */
async function finishAction(
  _: CompiledSkill,
  pending: JournalDecision,
  { environment, signal }: Pick<RunInput, 'environment' | 'signal'>,
  journal: Journal,
  { with: given, onUnknown }: ResumeOptions,
): Promise<Finished> {
  const { index } = pending
  const execute = async ({ action, source, approved }: JournalDecision): Promise<Finished> => {
    const key = keyOf(journal, index)
    const result = await environment.step(action, { key, source, approved, signal })
    const { waiting } = result
    if (!waiting || waiting.for === 'reply') return { result }
    await journal.waiting(index, waiting)
    return { waiting }
  }
  if (pending.waiting && given) {
    if (!isApproval(given)) return { result: given }
    await journal.approved(index, given.action)
    return await execute(journal.position.pending ?? pending)
  }
  const known = whatOf(onUnknown, pending.action, index)
  return known === 'repeat' ? await execute(pending) : { result: known }
}

/** The same for a list, of which only calls are executed again that were cut off. */
async function finishCalls(
  skill: CompiledSkill,
  pending: JournalDecision,
  input: Pick<RunInput, 'environment' | 'signal'>,
  journal: Journal,
  { with: given, call, outcome, onUnknown }: ResumeOptions,
): Promise<Finished> {
  const { index, calls: progress = [] } = pending
  const calls = listIn(input.environment, pending.action) ?? []
  for (const [at, action] of calls.entries()) {
    const isMeant = progress[at]?.waiting && (call === undefined || call === at)
    if (given && isMeant) {
      if (isApproval(given)) await journal.approved(index, given.action, at)
      else await journal.called(index, at, { result: given, outcome })
    } else if (isFree(progress, at, calls, input.environment)) {
      const known = whatOf(onUnknown, action, index, at)
      if (known !== 'repeat') await journal.called(index, at, { result: known })
    }
  }
  const now = journal.position.pending ?? pending
  const edited = listIn(input.environment, now.action) ?? calls
  return await playCalls({ index, skill, calls: edited, progress: now.calls }, input, journal)
}

function whatOf(
  onUnknown: ResumeOptions['onUnknown'] = 'stop',
  action: Action,
  index: number,
  call?: number,
): 'repeat' | Observation {
  const known = typeof onUnknown === 'function' ? onUnknown(action, call) : onUnknown
  if (known !== 'stop') return known
  const shown = oneLine(typeof action === 'string' ? action : JSON.stringify(action), 120)
  throw new SkillStateError(
    'outcome-unknown',
    `step ${index} was cut off and its action may have been executed: find out whether "${shown}" was, then continue with onUnknown: 'repeat' or with its observation`,
  )
}
