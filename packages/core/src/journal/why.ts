import { invalidOption, type JsonValue } from '@skill-state/protocol'
import { oneLine } from '../json/excerpt.ts'
import { parsePointer } from '../json/pointer.ts'
import { type LevelChange, listChanges } from '../state/change.ts'
import { nodeAt } from '../state/node.ts'
import { type State, toJsonValue } from '../state/state.ts'
import type { JournalStep } from './history.ts'
import type { JournalDecision } from './journal.ts'
import { keptIn } from './record/entry-at.ts'
import { type Entry, replay } from './record/read.ts'
import type { ForkPoint } from './record/record.ts'
import type { JournalStore } from './store.ts'

/** Where a value of the state comes from. */
export type Origin = {
  /** The value now; absent if there is none. */
  readonly value?: JsonValue | undefined
} /** The patch of this step wrote or deleted it, or something in it, or what it is in. */ & (
  | { readonly kind: 'step'; readonly step: JournalDecision & Pick<JournalStep, 'observation' | 'result'> }
  /** It was there, or missing, when the journal began: in a fork, `forkedFrom` says where to ask on. */
  | { readonly kind: 'initial'; readonly forkedFrom?: ForkPoint | undefined }
  /** A migration to this version of the schema changed it. */
  | { readonly kind: 'migration'; readonly schemaVersion: number }
)

/**
 * Where the value at a JSON Pointer (RFC 6901) comes from: whatever wrote it last, also with the value that it
 * had, on the line of steps that the journal is on. Reads all records. Throws `invalid-option` for an
 * invalid pointer.
 */
export function why(store: JournalStore, pointer: string): Origin {
  const path = parsePointer(pointer)
  if (path === undefined) {
    const found = JSON.stringify(oneLine(pointer))
    throw invalidOption(`expected a JSON Pointer such as "/orders/17", found ${found}`)
  }
  const isKept = keptIn(store)
  let origin: Origin = { kind: 'initial' }
  let state: State | undefined
  for (const entry of replay(store)) {
    const found = originOf(entry, path)
    // What a migration did to later states, it also did to the one that was gone back to.
    if (found && (found.kind === 'migration' || isKept(entry.number))) origin = found
    state = entry.after.state
  }
  const now = nodeAt(state, path)
  return { ...origin, value: now && toJsonValue(now) }
}

/** What the record says about the path, where it wrote there. */
function originOf({ record, before, after }: Entry, path: readonly string[]): Origin | undefined {
  if (record.kind === 'open') return { kind: 'initial', forkedFrom: record.forkedFrom }
  if (before === undefined) return undefined
  if (record.kind === 'migrated') {
    const same = textAt(before.state, path) === textAt(after.state, path)
    return same ? undefined : { kind: 'migration', schemaVersion: record.schemaVersion }
  }
  const { pending, observation } = before
  if (record.kind !== 'answered' || !after.change || !pending || !observation) return undefined
  if (!writes(after.change, path)) return undefined
  return { kind: 'step', step: { ...pending, observation, result: record.observation } }
}

/** Whether a change set or deleted a value at the path, in it or above it. */
function writes(change: LevelChange, [key, ...rest]: readonly string[]): boolean {
  if (key === undefined)
    return [...listChanges(change)].some(({ before, after }) => (before ?? after) !== undefined)
  const entry = change.entries.find((candidate) => candidate.key === key)
  if (entry === undefined) return false
  if (entry.below) return writes(entry.below, rest)
  return nodeAt(entry.before, rest) !== undefined || nodeAt(entry.after, rest) !== undefined
}

function textAt(state: State, path: readonly string[]): string | undefined {
  return JSON.stringify(nodeAt(state, path))
}
