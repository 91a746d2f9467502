import type { Action, JsonObject, Observation, Waiting } from '@skill-state/protocol'
import type { Since, Written } from '../layouts/since.ts'
import type { State } from '../state/state.ts'
import type { Inbox, JournalMessage } from './inbox.ts'

/** When a patch takes effect; see `RunSkillOptions.commit`. */
export type CommitMode = 'before-action' | 'after-accept'

/** What was decided in a step: on record before the action is executed. */
export interface JournalDecision {
  /** t */
  readonly index: number
  /** ΔΣ_t as a merge patch, whatever the encoding; absent if there is none. */
  readonly patch?: JsonObject | undefined
  readonly action: Action
  /** The action's text, where its value says less; see `Decision.actionSource`. */
  readonly source?: string | undefined
  readonly commit: CommitMode
  /** Present if the action waits for an approval or for its result. */
  readonly waiting?: Waiting | undefined
  /** True if the reply was in plain words; see `Decision.prose`. */
  readonly prose?: true | undefined
  /** How a layout wrote Σ_t in the prompt; absent if it was written whole, without a layout. */
  readonly written?: Written | undefined
  readonly approved?: true | undefined
  /** Of an action that is a list: what became of each call so far, in the order of the list. */
  readonly calls?: readonly JournalProgress[] | undefined
  /**
   * How the model was asked, if somebody tells: what its prompt had beside the state and the observation. Holds until a
   * later decision says otherwise. Kept as it is given.
   */
  readonly asked?: JsonObject | undefined
  /** What the episode has used so far, such as tokens, if somebody counts it. Kept as it is given. */
  readonly spent?: Readonly<Record<string, number>> | undefined
}

/** What became of one call of a list. Empty if nothing is known. */
export interface JournalProgress {
  /** What it led to. */
  readonly result?: Observation | undefined
  /** Present if its tool was not asked. */
  readonly outcome?: 'denied' | undefined
  /** Present if it waits for an approval or for its result. */
  readonly waiting?: Waiting | undefined
  readonly approved?: true | undefined
}

/** What came of a call, and what tells its situation from others, if somebody judges that. */
export interface JournalNote {
  readonly outcome?: 'done' | 'failed' | 'denied' | 'unknown' | undefined
  /** Stands for what the action led to. */
  readonly seen?: string | undefined
  /** Stands for Σ_t, what was seen then, and the action. */
  readonly situation?: string | undefined
  /** What of the state is in doubt because of it, in words. */
  readonly doubt?: string | undefined
}

/** How a step ended. */
export interface JournalAnswer {
  readonly index: number
  /** O_{t+1} */
  readonly observation: Observation
  /** Σ_{t+1} */
  readonly state: State
  readonly note?: JournalNote | undefined
}

/** An action of a turn. An input of over 400 characters is cut and is a text. */
export interface JournalCall extends JournalNote {
  readonly action: Action
}

export interface JournalSaid {
  readonly by: 'user' | 'agent'
  readonly text: string
}

/** How a message begins its turn, as the model is shown it. */
export interface JournalOpening {
  readonly message: string
  /** What was said before, if prompts show it. */
  readonly recent?: readonly JournalSaid[] | undefined
  /** What the next message is told too, if no decision is made in this turn. */
  readonly notices?: readonly string[] | undefined
}

type JournalEnd = 'replied' | 'finished' | 'limit' | 'stopped' | 'failed'

/** What has happened since a message was shown: all that a prompt says of it, of a bounded length. */
export interface JournalTurn extends JournalOpening {
  /** t of its first step. */
  readonly since: number
  /** What the episode had used then. */
  readonly spent?: Readonly<Record<string, number>> | undefined
  /** The newest 12 actions with their outcomes, oldest first; replies are none. */
  readonly calls: readonly JournalCall[]
  /** What the agent has said in it, cut to 600 characters. */
  readonly said?: string | undefined
  /** Present once the message is closed. */
  readonly end?: JournalEnd | undefined
  /** Why it was closed, if the agent did not answer. */
  readonly reasons?: readonly string[] | undefined
}

/** Where a journal ends. */
export interface JournalPosition {
  /** Σ_t, without the patch of a pending decision. */
  readonly state: State
  /** t: number of the next step, or of the pending one. */
  readonly index: number
  /** The observation that the next step answers; absent in a journal whose episode has not begun. */
  readonly observation?: Observation | undefined
  /**
   * A decision whose outcome is not recorded. It either waits for an approval (`pending.waiting`), or a crash cut it
   * off, and its action may have been executed.
   */
  readonly pending?: JournalDecision | undefined
  /** Messages that were received and not shown yet, oldest first. */
  readonly inbox?: Inbox | undefined
  /** Ids of the last messages that were received, up to 50, oldest first. */
  readonly receivedIds?: readonly string[] | undefined
  /** The open turn; once it has an end, the last one. Absent if `resumed` has opened none. */
  readonly turn?: JournalTurn | undefined
  /** What was done to the state since a prompt wrote it whole. Absent if the last prompt was written without a layout. */
  readonly since?: Since | undefined
  /** As the last record that tells it has it. */
  readonly spent?: Readonly<Record<string, number>> | undefined
  /** Step numbers that undo has taken back and that were given out: `index + skipped` never names two steps. Absent for 0. */
  readonly skipped?: number | undefined
}

/** Keeps an episode, so that a run which is cut off at any instant can continue. Each call returns once it is kept. */
export interface Journal<Kept = void | Promise<void>> {
  /** Unique among journals: with the step's number it is the idempotency key of an action. */
  readonly id: string
  readonly position: JournalPosition
  /** Records O_0. */
  started(observation: Observation): Kept
  decided(decision: JournalDecision): Kept
  answered(answer: JournalAnswer): Kept
  /** Records what one call of a list led to. Its step is over with `answered`. */
  called(index: number, call: number, ended: JournalProgress): Kept
  /** Records that the pending action waits, for an approval or for its result; with `call`, that a call of a list does. */
  waiting(index: number, waiting: Waiting, call?: number): Kept
  /** Records that the pending action, or a call of a list, was approved, with the action as it was edited, if it was. */
  approved(index: number, action?: Action, call?: number): Kept
  /** Records the observation with which a paused episode continues, how many messages of the inbox it took, and the turn that it begins. */
  resumed(index: number, observation: Observation, taken?: number, turn?: JournalOpening): Kept
  /** Records a message. It waits in `position.inbox` until `resumed` takes it. */
  received(message: JournalMessage): Kept
}

export interface JournalClosing {
  readonly end: Exclude<JournalEnd, 'replied' | 'finished'>
  readonly reasons?: readonly string[] | undefined
}

/** Calls out of order throw `journal-misuse`, and write nothing. */
export interface OpenJournal extends Journal<void> {
  /**
   * Closes the open turn without an answer of the agent: the episode then waits for a reply.
   * If an action is pending, that stays to be settled, and its answer must wait for a reply.
   */
  closed(closing: JournalClosing): void
  /** Takes withdrawn messages out of the inbox, from the one at `from` on. */
  withdrawn(from: number, count: number): void
  /** Records what the episode has used, apart from a decision. */
  spent(spent: Readonly<Record<string, number>>): void
  /** Records the position whole, so that nothing before it is read when the journal is opened again. */
  snapshot(): void
  /** Present if the journal was opened with a migration that is not on record: the next record comes after it, or this writes it. */
  readonly recordMigration?: (() => void) | undefined
  /** Present if the last record was torn by a crash: its bytes, which the first new record replaces. */
  readonly repaired?: { readonly bytes: number }
  /**
   * Takes back the steps from `index` on: the position goes back to Σ_index and the observation that it was
   * answered with. The steps stay on record. The world is not undone: bring the environment there yourself. The
   * journal's `id` changes, since the same step numbers now stand for other actions. Throws `invalid-option`
   * if the episode has no such step.
   */
  undo(index: number): void
}
