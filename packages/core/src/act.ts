import {
  type Action,
  callsOf,
  type Decision,
  isJsonObject,
  type JsonObject,
  type Observation,
  type RunInput,
  type Waiting,
} from '@skill-state/protocol'
import { captured, withoutEvidence } from './capture/captured.ts'
import type { CompiledSkill } from './compile-skill.ts'
import type { CommitMode, Journal, JournalDecision, JournalNote } from './journal/journal.ts'
import { oneLine } from './json/excerpt.ts'
import { MAX_ISSUES } from './json/limits.ts'
import { pointerStep } from './json/pointer.ts'
import { type EndedCall, keyOf, playCalls } from './play-calls.ts'
import type { State } from './state/state.ts'

interface Deciding {
  readonly index: number
  readonly decision: Decision
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

interface Played extends Settled {
  readonly result: Observation
}

/**
 * Executes a_t, with the decision on record before it and the answer after it. An action that waits for an approval
 * or for its result changes nothing: the state stays Σ_t until the episode is resumed.
 */
export async function act(
  step: Deciding,
  { environment, signal }: Pick<RunInput, 'environment' | 'signal'>,
  { journal, commit = 'before-action', compose }: ActOptions,
): Promise<Played> {
  const { index, skill, before, after, captured: carried, written } = step
  const { patch, action, actionSource: source, prose } = step.decision
  const kept = journal?.decided({ index, patch, action, source, prose, written, commit })
  if (kept) await kept
  const calls = listIn(environment, action)
  const played = calls && (await playCalls({ index, skill, calls }, { environment, signal }, journal))
  if (played && 'waiting' in played) return pausedAt(before, played.waiting)
  const key = journal && keyOf(journal, index)
  const given = played?.result ?? (await environment.step(action, { key, signal, source }))
  const result = withoutEvidence(given)
  if (result.waiting && result.waiting.for !== 'reply') {
    if (journal) await journal.waiting(index, result.waiting)
    return pausedAt(before, result.waiting)
  }
  const { ended } = played ?? {}
  const acted = { index, before, after, action, patch, commit, captured: carried, ended }
  return { ...(await answered(skill, acted, given, { journal, compose })), result }
}

/** The calls of a_t if the environment takes lists and it is one. */
export function listIn(
  { several }: Pick<RunInput['environment'], 'several'>,
  action: Action,
): readonly JsonObject[] | undefined {
  return several && callsOf(action)
}

/** Settles a step that the environment has answered, and records it. */
export async function answered(
  skill: CompiledSkill,
  { index, ...acted }: Acted & { readonly index: number },
  given: Observation,
  { journal, compose }: Pick<ActOptions, 'journal' | 'compose'>,
): Promise<Settled> {
  const { evidence } = given
  const settled = settle(acted, withoutEvidence(given), compose)
  const { state, note } = settled
  const told = evidence ? { ...settled.observation, evidence } : settled.observation
  const observation = captured(skill, state, acted.captured, told)
  const kept = journal?.answered({ index, state, observation, note })
  if (kept) await kept
  return { ...settled, observation }
}

function pausedAt(state: State, waiting: Waiting): Played {
  const result = { text: '', done: false, waiting }
  return { state, observation: result, result }
}

/** A step whose action the environment has answered. */
export interface Acted {
  readonly before: State
  /** Σ_t ⊕ ΔΣ_t */
  readonly after: State
  readonly action: Action
  readonly patch?: JsonObject | undefined
  readonly commit: CommitMode
  /** What the runtime added to the patch; it is taken again. */
  readonly captured?: JsonObject | undefined
  /** Of an action that is a list: what each call led to, in order. */
  readonly ended?: readonly EndedCall[] | undefined
}

/** Writes O_{t+1}, from what the environment answered and whether the patch was undone, and notes for the journal. */
export type Compose = (
  acted: Acted,
  result: Observation,
  undone: boolean,
) => { readonly observation: Observation; readonly note?: JournalNote | undefined }

export interface Settled {
  readonly state: State
  readonly observation: Observation
  /** Where the state was rolled back: JSON Pointers of what the patch would have changed. */
  readonly rolledBack?: readonly string[]
  readonly note?: JournalNote | undefined
}

/**
 * Σ_{t+1} and O_{t+1} once the environment has answered. If it refused the action and patches wait for its
 * word, Σ_t stays. By default the observation is then preceded by which entries are in doubt: the action relied on them.
 *
 * @example
 * ```ts
 * import { type State, settle } from '@skill-state/core'
 *
 * // What a refused booking leaves, in a program that judges recorded steps again.
 * export function refused(before: State, after: State): State {
 *   const acted = { before, after, action: { book: 'AZ1' }, patch: { flight: 'AZ1' }, commit: 'after-accept' } as const
 *   return settle(acted, { text: 'Sold out.', done: false, refused: true }).state // Σ_t
 * }
 * ```
 */
export function settle(acted: Acted, result: Observation, compose?: Compose): Settled {
  const { before, after, commit } = acted
  const isUndone = commit === 'after-accept' && result.refused === true
  const rolledBack = isUndone ? [...pointers(ownPatch(acted))] : []
  const state = isUndone ? before : after
  const settled = rolledBack.length > 0 ? { state, rolledBack } : { state }
  if (compose) return { ...settled, ...compose(acted, result, isUndone) }
  if (rolledBack.length === 0) return { state, observation: result }
  const shown = rolledBack.slice(0, MAX_ISSUES).map((pointer) => oneLine(pointer))
  const more = rolledBack.length > shown.length ? ` and ${rolledBack.length - shown.length} more` : ''
  const note = `[The action was refused, so your state patch was undone. In doubt: ${shown.join(', ')}${more}]`
  return { ...settled, observation: { ...result, text: `${note}\n${result.text}` } }
}

/** The patch without what the runtime added. */
function ownPatch({ patch = {}, captured = {} }: Acted): JsonObject {
  return Object.fromEntries(Object.entries(patch).filter(([key]) => !Object.hasOwn(captured, key)))
}

function* pointers(patch: JsonObject, above = ''): Generator<string, void, undefined> {
  for (const [key, value] of Object.entries(patch)) {
    const path = above + pointerStep(key)
    if (isJsonObject(value) && Object.keys(value).length > 0) yield* pointers(value, path)
    else yield path
  }
}
