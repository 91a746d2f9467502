import type { Observation } from '@skill-state/protocol'
import type { JournalDecision } from './journal.ts'
import { replay } from './record/read.ts'
import type { JournalStore } from './store.ts'

/** A step that was answered, as the journal has it. */
export interface JournalStep extends JournalDecision {
  /** O_t */
  readonly observation: Observation
  /** O_{t+1} */
  readonly result: Observation
  /** True where the step was taken back later. */
  readonly undone: boolean
}

/** Every step in the order in which it happened, undone ones included. Reads and checks all records, as it goes. */
export function* history(store: JournalStore): Generator<JournalStep, void, undefined> {
  const undoes = listUndoes(store)
  for (const { number, record, before } of replay(store)) {
    if (record.kind !== 'answered' || !before?.pending || !before.observation) continue
    const undone = undoes.some((undo) => undo.number > number && undo.index <= record.index)
    yield { ...before.pending, observation: before.observation, result: record.observation, undone }
  }
}

function listUndoes(store: JournalStore): { readonly number: number; readonly index: number }[] {
  const undoes = []
  let number = 0
  for (const { body } of store.forward()) {
    number += 1
    const index = UNDONE.exec(body)?.[1]
    if (index !== undefined) undoes.push({ number, index: Number(index) })
  }
  return undoes
}

const UNDONE = /^\{"undone":(\d+),/
