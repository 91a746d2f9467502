import type { LevelChange } from '../change.ts'
import { mergeState } from '../merge.ts'
import { State } from '../state.ts'
import type { Base, BaseRecord, JournalRecord } from './_record.ts'
import type { JournalPosition } from './journal.ts'

/** What a journal comes to after one of its records. */
export interface Moment extends JournalPosition {
  readonly schemaVersion: number
  readonly line: number
  /** What the patch did, right after an answer that let it count. */
  readonly change?: LevelChange
}

/** Why a record cannot follow; undefined where it can. */
export function refuse(moment: Moment | undefined, record: JournalRecord): string | undefined {
  if (moment === undefined) return record.kind === 'open' ? undefined : 'expected an "open" record'
  const { index, observation, pending } = moment
  switch (record.kind) {
    case 'open':
      return 'expected no second "open" record'
    case 'started':
      return observation && 'expected no second first observation'
    case 'decided':
      if (pending) return `expected the answer to step ${index}`
      if (!observation || observation.done) return 'expected no step outside of an episode'
      break
    case 'answered':
      if (!pending) return 'expected a decision before its answer'
      break
    case 'snapshot':
      if (pending) return `expected the answer to step ${index}`
      break
    case 'undone':
      if (!observation) return 'expected an episode that has begun'
      return record.index > index ? `expected a step up to ${index}, found ${record.index}` : undefined
    case 'migrated':
      if (!pending !== !record.pending) return 'expected the pending decision to stay'
  }
  return record.index === index ? undefined : `expected step ${index}, found ${record.index}`
}

/** The moment after a record that `refuse` has nothing against. */
export function advance(moment: Moment | undefined, record: JournalRecord): Moment {
  if (moment === undefined) return momentOf(record as BaseRecord)
  const { pending } = moment
  const rest = withoutPending(moment)
  switch (record.kind) {
    case 'started':
      return { ...rest, observation: record.observation }
    case 'decided': {
      const { kind: _, ...decision } = record
      return { ...rest, pending: decision }
    }
    case 'answered': {
      const next = { ...rest, index: record.index + 1, observation: record.observation }
      const counts = !(pending?.commit === 'after-accept' && record.observation.refused)
      if (!pending?.patch || !counts) return next
      const change = mergeState(moment.state, pending.patch)
      return { ...next, state: change.after, change }
    }
    case 'snapshot':
      return rest
    default:
      return momentOf(record)
  }
}

/** The moment that a base record holds. Throws `invalid-patch` for a state of too many levels. */
export function momentOf(record: BaseRecord): Moment {
  const moment = withoutPending({ ...record, state: State.from(record.state) })
  return record.kind === 'migrated' && record.pending ? { ...moment, pending: record.pending } : moment
}

/** What a base record says of a moment without a pending decision. */
export function baseOf({ index, schemaVersion, line, state, observation }: Moment): Base {
  return { index, schemaVersion, line, state: state.toJSON(), ...(observation && { observation }) }
}

/** The moment as it was before its pending decision. */
export function withoutPending({ index, schemaVersion, line, state, observation }: Moment): Moment {
  return { index, schemaVersion, line, state, ...(observation && { observation }) }
}
