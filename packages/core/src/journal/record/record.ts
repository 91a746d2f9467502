import type { Action, Observation, Waiting } from '@skill-state/protocol'
import type { JournalMessage } from '../inbox.ts'
import type {
  JournalClosing,
  JournalDecision,
  JournalNote,
  JournalOpening,
  JournalPosition,
  JournalProgress,
} from '../journal.ts'

export const FORMAT = 1

/** Where a fork began: in which journal, at which step, on which record. */
export interface ForkPoint {
  readonly id: string
  readonly index: number
  readonly chain: string
}

/** A position that can be read without the records before it. */
export interface Base extends Omit<JournalPosition, 'pending'> {
  readonly schemaVersion: number
  /** How often steps have been undone: each time begins a new line of steps. */
  readonly line: number
}

/** What holds for a whole journal. */
export interface Head {
  readonly format: typeof FORMAT
  readonly id: string
  readonly skill: string
}

export interface OpenRecord extends Base, Head {
  readonly kind: 'open'
  readonly forkedFrom?: ForkPoint | undefined
}

/** A position that a resume can begin with. */
export type BaseRecord =
  | OpenRecord
  /** The position, once more: nothing happened. */
  | (Base & { readonly kind: 'snapshot' })
  /** The position was gone back to: the last `back` records were taken back. */
  | (Base & { readonly kind: 'undone'; readonly back?: number | undefined })
  /** The state was brought to another version of the schema, and so was the patch of a pending decision. */
  | (Base & { readonly kind: 'migrated'; readonly pending?: JournalDecision | undefined })

/**
 * What a journal says, record by record. On disk each is a JSON object whose first key is the kind, with
 * `index` as its value: `{"decided":7,"patch":{…},"action":"…"}`. What has its usual value is left out, an
 * observation is written as `text`, with `done` and `refused` if they say something, and a large state as `compressed`.
 */
export type JournalRecord =
  | BaseRecord
  | { readonly kind: 'started'; readonly index: 0; readonly observation: Observation }
  | { readonly kind: 'decided'; readonly index: number; readonly decision: JournalDecision }
  | {
      readonly kind: 'answered'
      readonly index: number
      readonly observation: Observation
      readonly note?: JournalNote | undefined
    }
  /** One call of a list has ended. */
  | {
      readonly kind: 'called'
      readonly index: number
      readonly call: number
      readonly ended: JournalProgress
    }
  | {
      readonly kind: 'waiting'
      readonly index: number
      readonly waiting: Waiting
      readonly call?: number | undefined
    }
  | {
      readonly kind: 'approved'
      readonly index: number
      readonly action?: Action | undefined
      readonly call?: number | undefined
    }
  | {
      readonly kind: 'resumed'
      readonly index: number
      readonly observation: Observation
      /** Messages that the observation took from the inbox. */
      readonly taken: number
      readonly turn?: JournalOpening | undefined
    }
  | { readonly kind: 'received'; readonly index: number; readonly message: JournalMessage }
  | { readonly kind: 'closed'; readonly index: number; readonly closing: JournalClosing }
  | { readonly kind: 'withdrawn'; readonly index: number; readonly from: number; readonly count: number }
  | { readonly kind: 'spent'; readonly index: number; readonly counts: Readonly<Record<string, number>> }

export function isBase(record: JournalRecord): record is BaseRecord {
  return BASE_KINDS.has(record.kind)
}

/** The same question to a record's text. */
export function isBaseText(body: string): boolean {
  return BASES.some((kind) => body.startsWith(`{"${kind}":`))
}

/**
 * Characters of the records after a base record that make a snapshot due, from the text of the base record: so snapshots
 * add a sixth to a journal, or an eighth if they are compressed, and a resume reads a bounded tail.
 */
export function snapshotDue(base: string): number {
  return Math.max(SNAPSHOT_LEAST, (base.includes(',"compressed":"') ? 8 : 6) * base.length)
}

const SNAPSHOT_LEAST = 16_384

const BASES = ['open', 'snapshot', 'undone', 'migrated'] as const
const BASE_KINDS: ReadonlySet<JournalRecord['kind']> = new Set(BASES)
