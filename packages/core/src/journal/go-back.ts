import { invalidOption, SkillStateError } from '@skill-state/protocol'
import type { JournalCall } from './journal.ts'
import { chainOf } from './record/chain.ts'
import { encode } from './record/codec.ts'
import { entryAt, keptIn, type Target } from './record/entry-at.ts'
import { checkId } from './record/misuse.ts'
import { baseOf, listed, undone } from './record/moment.ts'
import { type Entry, readOpen, readTail, replay } from './record/read.ts'
import { FORMAT, type JournalRecord } from './record/record.ts'
import type { JournalStore } from './store.ts'

/**
 * Takes back the steps from `index` on, without the skill; see `OpenJournal.undo`. Reads all records and appends one.
 * Throws `invalid-option` if the journal has no such step.
 */
export function undo(store: JournalStore, index: number): void {
  const head = readOpen(store)
  const tail = head && readTail(store)
  if (head === undefined || tail === undefined) throw invalidOption('the journal is empty')
  const { after, back } = entryAt(store, index)
  append(store, tail.chain, { kind: 'undone', back, ...baseOf(undone(tail.moment, after)) })
}

/**
 * Goes back to the end of the turn of a message, even one that was taken back meanwhile: what came after it is taken back,
 * messages that wait included. The next message is told the notices that are made of the calls taken back. Reads all
 * records and appends one; false, with nothing appended, if the journal has no turn of that message.
 */
export function undoAfter(
  store: JournalStore,
  message: string,
  noticesOf: (calls: readonly JournalCall[]) => readonly string[],
): boolean {
  const tail = readTail(store)
  const target = tail && endOfTurn(store, message)
  if (tail === undefined || target === undefined) return false
  const isKept = keptIn(store)
  const calls: JournalCall[] = []
  for (const { number, record, before } of replay(store)) {
    if (number <= target.number || !isKept(number)) continue
    if (record.kind === 'answered' && record.note && before?.pending)
      calls.push(...listed(before.pending, record.note))
  }
  const { pending } = tail.moment
  if (pending) calls.push(...listed(pending, { outcome: 'unknown' }))
  const { index, receivedIds = [], turn } = target.after
  const { inbox: _, ...moment } = undone(tail.moment, target.after)
  const told = turn && { ...turn, since: index, end: turn.end ?? 'stopped', notices: noticesOf(calls) }
  const known = receivedIds.slice(0, receivedIds.indexOf(message) + 1)
  const base = baseOf({ ...moment, receivedIds: known, turn: told })
  append(store, tail.chain, { kind: 'undone', back: target.back, ...base })
  return true
}

/** The last record of the newest turn of a message. */
function endOfTurn(store: JournalStore, message: string): Target | undefined {
  let found: Entry | undefined
  let isOpen = false
  let last = 0
  for (const entry of replay(store)) {
    last = entry.number
    const { record, before } = entry
    if (record.kind === 'undone') isOpen = false
    if (record.kind === 'resumed')
      isOpen = record.taken > 0 && before?.inbox?.at(record.taken - 1)?.id === message
    if (isOpen && record.kind !== 'received') found = entry
  }
  return found && { ...found, back: last - found.number }
}

function append(store: JournalStore, chain: string, record: JournalRecord): void {
  const body = encode(record)
  store.append({ body, chain: chainOf(chain, body) })
}

/**
 * Begins another journal, in an empty store, at Σ_index and the observation that it was answered with: open it
 * with `openJournal` to continue there. The world is not forked: bring an environment there yourself. Reads all
 * records of the journal, and changes none.
 *
 * Throws `invalid-option` for a step that the journal does not have, or for an id that cannot name the new one;
 * `journal-conflict` if the other store is not empty.
 */
export function fork(store: JournalStore, index: number, other: JournalStore, id: string): void {
  const begun = readOpen(store)
  if (begun === undefined) throw invalidOption('the journal to fork is empty')
  if (checkId(id) === begun.id) {
    throw invalidOption(`a fork needs an id of its own, found that of its journal: "${id}"`)
  }
  if (readOpen(other)) {
    throw new SkillStateError('journal-conflict', 'the store of the fork holds a journal: give an empty one')
  }
  const { after, chain } = entryAt(store, index)
  const forkedFrom = { id: begun.id, index, chain }
  // Messages and costs stay with the journal that has them.
  const { inbox: _, receivedIds: __, spent: ___, skipped: ____, ...base } = { ...baseOf(after), line: 0 }
  const { skill } = begun
  append(other, '', { kind: 'open', format: FORMAT, id, skill, ...base, forkedFrom })
}
