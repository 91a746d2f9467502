import type { State } from '../state/state.ts'
import { entryAt } from './record/entry-at.ts'
import type { JournalStore } from './store.ts'

/**
 * Σ_index, on the line of steps that the journal is on, in the schema version that it had then. Reads all
 * records. Throws `invalid-option` for a step that the journal does not have.
 */
export function stateAt(store: JournalStore, index: number): State {
  return entryAt(store, index).after.state
}
