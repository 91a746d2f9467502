import type { Observation } from '@skill-state/protocol'
import { writeState } from '../layouts/layout.ts'
import type { State } from '../state/state.ts'
import type { JournalDecision, JournalPosition } from './journal.ts'
import { entryAt, keptIn } from './record/entry-at.ts'
import { replay } from './record/read.ts'
import type { JournalStore } from './store.ts'

/** A step that was answered, as the journal has it. */
export interface JournalStep extends JournalDecision {
  /** O_t */
  readonly observation: Observation
  /** O_{t+1} */
  readonly result: Observation
  /** True if the step was taken back later. */
  readonly undone: boolean
  /** Σ_t */
  readonly before: State
  /** Σ_{t+1} */
  readonly after: State
  /** Σ_t as the prompt had it; absent without a layout. */
  readonly stateText?: string | undefined
}

/**
 * Every step in the order in which it happened, undone ones included, and where the journal ends as the last result. Reads and
 * checks all records, as it goes.
 */
export function* history(
  store: JournalStore,
): Generator<JournalStep, JournalPosition | undefined, undefined> {
  const isKept = keptIn(store)
  let position: JournalPosition | undefined
  for (const { number, record, before, after } of replay(store)) {
    position = after
    if (record.kind !== 'answered' || !before?.pending || !before.observation) continue
    const undone = !isKept(number)
    const { pending, observation, state, since } = before
    const stateText = pending.written && writeState(state, since, pending.written).text
    const result = record.observation
    yield { ...pending, observation, result, undone, before: state, after: after.state, stateText }
  }
  return position
}

/**
 * Σ_index, on the line of steps that the journal is on, in the schema version that it had then. Reads all
 * records. Throws `invalid-option` for a step that the journal does not have.
 */
export function stateAt(store: JournalStore, index: number): State {
  return entryAt(store, index).after.state
}
