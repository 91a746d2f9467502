import { invalidOption } from '@skill-state/protocol'
import type { JournalStore } from '../store.ts'
import { type Entry, replay } from './read.ts'

export interface Target extends Entry {
  /** How many records come after it. */
  readonly back: number
}

/** The record after which the journal came to Σ_index: the last such, where steps were undone. Reads all records. */
export function entryAt(store: JournalStore, index: number): Target {
  const isKept = keptIn(store)
  let found: Entry | undefined
  let first = 0
  let end = 0
  let last = 0
  for (const entry of replay(store)) {
    last = entry.number
    end = entry.after.index
    if (entry.number === 1) first = end
    // A decision changes nothing yet.
    if (end === index && entry.record.kind !== 'decided' && isKept(entry.number)) found = entry
  }
  if (found !== undefined) return { ...found, back: last - found.number }
  throw invalidOption(`expected a step from ${first} to ${end}, found ${index}`)
}

/** Which records, by their numbers from 1, were not taken back by a later one. */
export function keptIn(store: JournalStore): (number: number) => boolean {
  const undoes: { readonly number: number; readonly to: number }[] = []
  let number = 0
  for (const { body } of store.forward()) {
    number += 1
    const back = takenBack(body)
    if (back > 0) undoes.push({ number, to: number - 1 - back })
  }
  let next = Infinity
  const kept = undoes.reverse().filter((undo) => {
    if (undo.number > next) return false // taken back itself
    next = undo.to
    return true
  })
  return (number) => !kept.some((undo) => undo.to < number && number < undo.number)
}

/** How many records before it a record takes back, from its text. */
export function takenBack(body: string): number {
  return Number(/^\{"undone":\d+,"back":(\d+)/.exec(body)?.[1] ?? 0)
}
