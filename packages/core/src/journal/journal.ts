import type { Action, JsonObject, Observation } from '@skill-state/protocol'
import type { State } from '../state.ts'

/** When a patch takes effect; see `RunSkillOptions.commit`. */
export type CommitMode = 'before-action' | 'after-accept'

/** What was decided in a step: on record before the action is executed. */
export interface JournalDecision {
  /** t */
  readonly index: number
  /** ΔΣ_t as a merge patch, whatever the encoding; absent where there is none. */
  readonly patch?: JsonObject | undefined
  readonly action: Action
  /** The action's text, where its value says less; see `Decision.actionSource`. */
  readonly source?: string | undefined
  readonly commit: CommitMode
}

/** How a step ended. */
export interface JournalAnswer {
  readonly index: number
  /** O_{t+1} */
  readonly observation: Observation
  /** Σ_{t+1} */
  readonly state: State
}

/** Where a journal ends. */
export interface JournalPosition {
  /** Σ_t, without the patch of a pending decision. */
  readonly state: State
  /** t: number of the next step, or of the pending one. */
  readonly index: number
  /** The observation that the next step answers; absent in a journal whose episode has not begun. */
  readonly observation?: Observation
  /** A decision whose outcome is not recorded: nobody knows whether its action was executed. */
  readonly pending?: JournalDecision
}

/** Keeps an episode, so that a run which is cut off at any instant can go on. Each call returns once it is kept. */
export interface Journal {
  /** Unique among journals: with the step's number it is the idempotency key of an action. */
  readonly id: string
  readonly position: JournalPosition
  /** Records O_0. */
  started(observation: Observation): void | Promise<void>
  decided(decision: JournalDecision): void | Promise<void>
  answered(answer: JournalAnswer): void | Promise<void>
}
