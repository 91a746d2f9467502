import { type JsonObject, type JsonValue, reasonOf, SkillStateError } from '@skill-state/protocol'
import { oneLine } from '../../json/excerpt.ts'
import { MAX_DEPTH } from '../../json/limits.ts'
import { mergeInto } from '../../merge.ts'
import { notJson, State, tooDeep } from '../../state/state.ts'
import type { JournalStore, StoredRecord } from '../store.ts'
import { chainOf } from './chain.ts'
import { decode, decodeHead } from './codec.ts'
import { advance, committed, type Moment, momentOf, proceed, reject } from './moment.ts'
import { type Head, isBase, isBaseText, type JournalRecord, snapshotDue } from './record.ts'

/** A record in its place. */
export interface Entry {
  /** From 1. */
  readonly number: number
  readonly record: JournalRecord
  readonly chain: string
  /** What the journal came to before and after the record. */
  readonly before: Moment | undefined
  readonly after: Moment
}

/** Every record from the first, checked. Throws `invalid-journal` at the first that is damaged, with its number. */
export function* replay(store: JournalStore): Generator<Entry, void, undefined> {
  let before: Moment | undefined
  let previous = ''
  let number = 0
  for (const stored of store.forward()) {
    number += 1
    const { record, after } = reading(store, `record ${number}`, () => {
      const found = checked(stored, previous, before)
      return { record: found, after: advance(before, found) }
    })
    yield { number, record, chain: stored.chain, before, after }
    before = after
    previous = stored.chain
  }
}

/** What the first record says of the whole journal; undefined if the journal has none. */
export function readOpen(store: JournalStore): Head | undefined {
  for (const stored of store.forward())
    return reading(store, 'record 1', () => decodeHead(bodyOf(stored, '')))
  return undefined
}

/** Where a journal ends, read from its last base record on. */
export interface Tail {
  readonly moment: Moment
  readonly chain: string
  /** Characters of the records after the base record, and how many make a snapshot due. */
  readonly since: number
  readonly due: number
}

/**
 * Where a journal ends, from a bounded number of its last records; undefined if it has none. Throws
 * `invalid-journal` if one of them is damaged, with its number.
 */
export function readTail(store: JournalStore): Tail | undefined {
  const { base, later, previous } = takeTail(store)
  if (base === undefined) return undefined
  try {
    const begun = decode(bodyOf(base, previous))
    if (!isBase(begun)) throw new Error('expected an "open" record')
    const state = begun.state.toJSON() // not shared, and only its end counts
    let moment = momentOf({ ...begun, state: State.EMPTY })
    let { chain } = base
    let since = 0
    for (const stored of later) {
      const record = checked(stored, chain, moment)
      const patch = committed(moment, record)
      if (patch) mergeInto(state, patch)
      const isFirst = record.kind === 'decided' && record.decision.written && !moment.since
      moment = proceed(isFirst ? { ...moment, state: State.from(state) } : moment, record)
      chain = stored.chain
      since += stored.body.length
    }
    return {
      moment: { ...moment, state: State.over(freeze(state, MAX_DEPTH)) },
      chain,
      due: snapshotDue(base.body),
      since,
    }
  } catch (cause) {
    for (const _ of replay(store)); // throws, with the number, which only a reader from the start knows
    return reading(store, 'the end', () => {
      throw cause
    })
  }
}

/** Freezes what `JSON.parse` gave, in place: 0 gets no sign, and a number that is too large for JavaScript throws. */
function freeze(parent: { [key: string]: JsonValue }, levels: number): JsonObject {
  if (levels === 0) throw tooDeep()
  for (const key of Object.keys(parent)) {
    const child = parent[key]
    if (typeof child === 'object' && child !== null) freeze(child as JsonObject, levels - 1)
    else if (child === 0) parent[key] = 0
    else if (child === Infinity || child === -Infinity) throw notJson(child)
  }
  return Object.freeze(parent)
}

/** The last base record, those after it, oldest first, and the chain value before it. */
function takeTail(store: JournalStore): {
  base: StoredRecord | undefined
  later: StoredRecord[]
  previous: string
} {
  const later: StoredRecord[] = []
  let base: StoredRecord | undefined
  for (const stored of store.backward()) {
    if (base) return { base, later: later.reverse(), previous: stored.chain }
    if (isBaseText(stored.body)) base = stored
    else later.push(stored)
  }
  base ??= later.pop() // which is found to be damaged
  return { base, later: later.reverse(), previous: '' }
}

function checked(stored: StoredRecord, previous: string, before: Moment | undefined): JournalRecord {
  const record = decode(bodyOf(stored, previous))
  const reason = reject(before, record)
  if (reason !== undefined) throw new Error(reason)
  return record
}

/** The text of a record that is bound to those before it. */
function bodyOf({ body, chain }: StoredRecord, previous: string): string {
  if (chain !== chainOf(previous, body)) throw new Error('its chain value does not match')
  return body
}

/** Reads something; whatever is wrong with it becomes `invalid-journal`. */
function reading<T>({ repair }: JournalStore, place: string, read: () => T): T {
  try {
    return read()
  } catch (cause) {
    const advice = repair ? `go back to the record before it with: ${repair}` : 'continue from a copy of it'
    throw new SkillStateError(
      'invalid-journal',
      `${place} of the journal is damaged or was changed: ${oneLine(reasonOf(cause), 200)}; ${advice}`,
      { cause },
    )
  }
}
