import { type JournalDecision, type JournalStore, type Moment, replay } from '@skill-state/core/journal'
import type { Observation, Waiting } from '@skill-state/protocol'

/** A decision that is on record, with what came of it. */
export interface RecordedStep {
  readonly kind: 'step'
  /** Σ_t, O_t and the turn in which it was made. */
  readonly before: Moment
  readonly decision: JournalDecision
  /** What the action waited for, an approval or its result. */
  readonly waits: readonly (Waiting & { readonly call?: number | undefined })[]
  /** The action as it was approved, and what it led to; absent if nothing is on record. */
  readonly answer?:
    | {
        readonly action: JournalDecision['action']
        readonly observation: Observation
        readonly outcome: 'done' | 'failed' | 'denied' | 'unknown' | undefined
        readonly after: Moment
        /** Of a list: what each call led to. */
        readonly calls: JournalDecision['calls']
      }
    | undefined
}

export type RecordedEvent =
  | RecordedStep
  /** A message began its turn. */
  | { readonly kind: 'said'; readonly before: Moment; readonly after: Moment }
  | { readonly kind: 'limit'; readonly before: Moment; readonly reasons: readonly string[] }

/** What happened in a session, in order; undone steps included. Checks the journal as it goes. */
export function* recordedEvents(store: JournalStore): Generator<RecordedEvent, void, undefined> {
  let step: RecordedStep | undefined
  for (const { record, before, after } of replay(store)) {
    if (record.kind === 'decided' && before) {
      step = { kind: 'step', before, decision: record.decision, waits: [] }
    } else if (record.kind === 'waiting' && step) {
      step = { ...step, waits: [...step.waits, { ...record.waiting, call: record.call }] }
    } else if (record.kind === 'answered' && step) {
      const { action, calls } = before?.pending ?? step.decision
      const { observation, note } = record
      yield { ...step, answer: { action, observation, outcome: note?.outcome, after, calls } }
      step = undefined
    } else if (record.kind === 'resumed' && before && record.turn) {
      yield { kind: 'said', before, after }
    } else if (record.kind === 'closed' && before && record.closing.end === 'limit') {
      yield { kind: 'limit', before, reasons: record.closing.reasons ?? [] }
    } else if (record.kind === 'undone') {
      if (step) yield step
      step = undefined
    }
  }
  if (step) yield step
}
