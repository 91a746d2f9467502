import type { JsonObject } from '@skill-state/protocol'
import fc from 'fast-check'
import { type CompiledSkill, compileSkill } from '../src/compile-skill.ts'
import type { OpenJournal } from '../src/journal/journal.ts'
import { memoryJournal } from '../src/journal/memory.ts'
import { openJournal } from '../src/journal/open-journal.ts'
import type { JournalStore, StoredRecord } from '../src/journal/store.ts'
import { merge, mergeState } from '../src/merge.ts'
import { commits, patches, skill } from './journal.ts'

export const compiled: CompiledSkill = compileSkill(skill)

/** For tests: what is done to a journal, and by hand to the plain record of it. */
export type Operation =
  | {
      readonly kind: 'step'
      readonly patch: JsonObject
      readonly refused: boolean
      readonly commit: 'before-action' | 'after-accept'
    }
  | { readonly kind: 'undo'; readonly part: number }
  | { readonly kind: 'reopen' }

export const operations: fc.Arbitrary<readonly Operation[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('step'),
        patch: patches,
        refused: fc.boolean(),
        commit: commits,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('undo'), part: fc.double({ min: 0, max: 1, noNaN: true }) }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('reopen') }) },
  ) as fc.Arbitrary<Operation>,
  { maxLength: 20 },
)

/** One step on the line that the journal is on, as a person would keep it. */
export interface Kept {
  readonly number: number
  readonly before: JsonObject
  readonly after: JsonObject
  readonly text: string
  /** Absent if it did not count. */
  readonly patch?: JsonObject
}

/** A journal kept by hand: plain objects, nothing written. */
export class Plain {
  line: Kept[] = []
  steps = 0
  undone: number[] = []
  undos = 0
  /** The number of each step, which undo does not give again. */
  numbers: number[] = []

  get state(): JsonObject {
    return this.line.at(-1)?.after ?? skill.initialState
  }

  /** The text of Σ_index, with the order of its keys. */
  stateAt(index: number): string {
    return JSON.stringify(this.line[index - 1]?.after ?? compiled.initialState.toJSON())
  }
}

/** Does the same to both; gives the journal to continue with. */
export function perform(
  operation: Operation,
  store: JournalStore,
  journal: OpenJournal,
  plain: Plain,
): OpenJournal {
  switch (operation.kind) {
    case 'reopen':
      return openJournal(store, { skill: compiled, id: 'a' })
    case 'undo': {
      const index = Math.round(operation.part * plain.line.length)
      journal.undo(index)
      plain.undone.push(...plain.line.splice(index).map(({ number }) => number))
      plain.undos += 1
      return journal
    }
    case 'step': {
      const { patch, refused, commit } = operation
      const { index, state, skipped = 0 } = journal.position
      plain.numbers.push(index + skipped)
      journal.decided({ index, patch, action: `act ${plain.steps}`, commit })
      const counts = !(refused && commit === 'after-accept')
      const text = `O after ${plain.steps}`
      const next = counts ? mergeState(state, patch).after : state
      journal.answered({ index, state: next, observation: { text, done: false, refused } })
      const before = plain.state
      const after = counts ? merge(before, patch) : before
      plain.line.push({ number: plain.steps, before, after, text, ...(counts && { patch }) })
      plain.steps += 1
      return journal
    }
  }
}

/** A journal after some operations, beside the same kept by hand. */
export function run(list: readonly Operation[]): { store: JournalStore; journal: OpenJournal; plain: Plain } {
  const records: StoredRecord[] = []
  const store = memoryJournal(records)
  const plain = new Plain()
  let journal = openJournal(store, { skill: compiled, id: 'a' })
  journal.started({ text: 'O first', done: false })
  for (const operation of list) journal = perform(operation, store, journal, plain)
  return { store, journal, plain }
}
