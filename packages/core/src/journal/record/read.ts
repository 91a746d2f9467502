import { SkillStateError } from '@skill-state/protocol'
import { oneLine } from '../../json/excerpt.ts'
import type { JournalStore, StoredRecord } from '../store.ts'
import { chainOf } from './chain.ts'
import { decode } from './decode.ts'
import { advance, type Moment, momentOf, refuse } from './moment.ts'
import { isBase, isBaseText, type JournalRecord, type OpenRecord } from './record.ts'

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
    const { record, after } = reading(`record ${number}`, () => follow(stored, previous, before))
    yield { number, record, chain: stored.chain, before, after }
    before = after
    previous = stored.chain
  }
}

/** The first record; undefined if the journal has none. */
export function readOpen(store: JournalStore): OpenRecord | undefined {
  for (const stored of store.forward()) {
    return reading('record 1', () => {
      const record = open(stored, '')
      if (record.kind !== 'open') throw new Error('expected an "open" record')
      return record
    })
  }
  return undefined
}

/** Where a journal ends, read from its last base record on. */
export interface Tail {
  readonly moment: Moment
  /** The chain value of the last record. */
  readonly chain: string
  /** Characters of the base record, and of the records after it. */
  readonly base: number
  readonly since: number
}

/**
 * Where a journal ends, from a bounded number of its last records; undefined where it has none. Throws
 * `invalid-journal` if one of them is damaged, with its number.
 */
export function readTail(store: JournalStore): Tail | undefined {
  const { base, later, previous } = takeTail(store)
  if (base === undefined) return undefined
  try {
    let moment = beginAt(base, previous)
    let { chain } = base
    let since = 0
    for (const stored of later) {
      moment = follow(stored, chain, moment).after
      chain = stored.chain
      since += stored.body.length
    }
    return { moment, chain, base: base.body.length, since }
  } catch (cause) {
    for (const _ of replay(store)); // throws, with the number, which only a reader from the start knows
    return reading('the end', () => {
      throw cause
    })
  }
}

/** The last base record, those after it, oldest first, and the chain value before it. */
function takeTail(store: JournalStore): { base?: StoredRecord; later: StoredRecord[]; previous: string } {
  const later: StoredRecord[] = []
  let base: StoredRecord | undefined
  for (const stored of store.backward()) {
    if (base) return { base, later: later.reverse(), previous: stored.chain }
    if (isBaseText(stored.body)) base = stored
    else later.push(stored)
  }
  base ??= later.pop() // which is found to be damaged
  return { ...(base && { base }), later: later.reverse(), previous: '' }
}

function beginAt(stored: StoredRecord, previous: string): Moment {
  const record = open(stored, previous)
  if (!isBase(record)) throw new Error('expected an "open" record')
  return momentOf(record)
}

function follow(stored: StoredRecord, previous: string, before: Moment | undefined) {
  const record = open(stored, previous)
  const reason = refuse(before, record)
  if (reason !== undefined) throw new Error(reason)
  return { record, after: advance(before, record) }
}

function open({ body, chain }: StoredRecord, previous: string): JournalRecord {
  if (chain !== chainOf(previous, body)) throw new Error('its chain value does not match')
  return decode(body)
}

/** Reads something; whatever is wrong with it becomes `invalid-journal`. */
function reading<T>(place: string, read: () => T): T {
  try {
    return read()
  } catch (cause) {
    const reason = oneLine(cause instanceof Error ? cause.message : String(cause), 200)
    throw new SkillStateError(
      'invalid-journal',
      `${place} of the journal is damaged or was changed: ${reason}; continue from a copy of the journal`,
      { cause },
    )
  }
}
