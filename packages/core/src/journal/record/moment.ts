import { type Action, callsOf, isJsonObject, type JsonObject } from '@skill-state/protocol'
import { Since } from '../../layouts/since.ts'
import { mergeState } from '../../merge.ts'
import type { LevelChange } from '../../state/change.ts'
import { State } from '../../state/state.ts'
import { Inbox } from '../inbox.ts'
import type {
  JournalCall,
  JournalDecision,
  JournalNote,
  JournalPosition,
  JournalProgress,
  JournalTurn,
} from '../journal.ts'
import type { Base, BaseRecord, JournalRecord, OpenRecord } from './record.ts'

/** What a journal comes to after one of its records. */
export interface Moment extends JournalPosition {
  readonly schemaVersion: number
  readonly line: number
  /** What the patch did, right after an answer that let it count. */
  readonly change?: LevelChange | undefined
}

/** Why a record cannot follow; undefined if it can. */
export function reject(moment: Moment | undefined, record: JournalRecord): string | undefined {
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
      if (observation.waiting) return 'expected no step of an episode that waits'
      break
    case 'answered':
      if (!pending) return 'expected a decision before its answer'
      break
    case 'called':
      if (!isOpen(pending, record.call)) return NO_CALL
      break
    case 'waiting':
      if (!pending || pending.waiting) return 'expected one decision that waits'
      if (record.call !== undefined && !isOpen(pending, record.call)) return NO_CALL
      break
    case 'approved':
      if (!(record.call === undefined ? pending : pending?.calls?.[record.call])?.waiting)
        return 'expected a decision that waits for an approval'
      break
    case 'resumed':
      if (!observation?.waiting || pending) return 'expected an episode that waits'
      if (record.taken > (moment.inbox?.length ?? 0)) return TOO_MANY
      break
    case 'received':
    case 'spent':
      break
    case 'closed':
      if (!moment.turn || moment.turn.end) return 'expected an open turn'
      break
    case 'withdrawn':
      if (record.from + record.count > (moment.inbox?.length ?? 0)) return TOO_MANY
      break
    case 'snapshot':
      if (pending) return `expected the answer to step ${index}`
      break
    case 'undone':
      if (!observation) return 'expected an episode that has begun'
      return record.index > stepsTaken(moment)
        ? `expected a step up to ${stepsTaken(moment)}, found ${record.index}`
        : undefined
    case 'migrated':
      if (!pending !== !record.pending) return 'expected the pending decision to stay'
  }
  return record.index === index ? undefined : `expected step ${index}, found ${record.index}`
}

const NO_CALL = 'expected a call of the list that has not ended'

function isOpen(pending: JournalDecision | undefined, call: number): boolean {
  const calls = callsOf(pending?.action) ?? []
  return call < calls.length && pending?.calls?.[call]?.result === undefined
}

const TOO_MANY = 'expected no more messages than were received'

/** The moment after a record that `reject` has nothing against. */
export function advance(moment: Moment | undefined, record: JournalRecord): Moment {
  if (moment === undefined) return momentOf(record as BaseRecord)
  const patch = committed(moment, record)
  const next = proceed(moment, record)
  if (patch === undefined) return next
  const change = mergeState(moment.state, patch)
  return { ...next, state: change.after, change }
}

/** The patch that a record commits: that of the pending decision, with its answer. */
export function committed({ pending }: Moment, record: JournalRecord): JsonObject | undefined {
  if (record.kind !== 'answered' || !pending) return undefined
  return pending.commit === 'after-accept' && record.observation.refused ? undefined : pending.patch
}

/** The same as `advance`, but for the patch that is committed. */
export function proceed(moment: Moment, record: JournalRecord): Moment {
  const { pending } = moment
  switch (record.kind) {
    case 'started':
      return { ...withoutPending(moment), observation: record.observation }
    case 'decided': {
      const { decision } = record
      const { written } = decision
      const since = written === 'base' ? Since.begin(moment.state, moment.since) : written && moment.since
      const next = { ...moment, pending: decision, change: undefined, since }
      return decision.spent ? { ...next, spent: decision.spent } : next
    }
    case 'answered': {
      const turn = moment.turn && pending ? after(moment.turn, pending, record) : moment.turn
      const since = moment.since?.next(committed(moment, record))
      const { observation } = record
      const index = record.index + 1
      return { ...moment, pending: undefined, change: undefined, index, observation, turn, since }
    }
    case 'snapshot':
      return withoutPending(moment)
    case 'called': {
      if (!pending) return moment
      const { approved } = pending.calls?.[record.call] ?? {}
      return {
        ...withoutPending(moment),
        pending: progressed(pending, record.call, { ...record.ended, approved }),
      }
    }
    case 'waiting': {
      const { call, waiting } = record
      if (!pending) return moment
      if (call === undefined) return { ...moment, pending: { ...pending, waiting } }
      return { ...moment, pending: progressed(pending, call, { waiting }) }
    }
    case 'approved': {
      const { call, action } = record
      if (!pending) return moment
      if (call === undefined) return { ...withoutPending(moment), pending: approve(pending, action) }
      const edited = action === undefined ? pending : withCall(pending, call, action)
      return { ...withoutPending(moment), pending: progressed(edited, call, { approved: true }) }
    }
    case 'resumed': {
      const { observation, taken, turn } = record
      const next = { ...withInbox(withoutPending(moment), moment.inbox?.without(0, taken)), observation }
      return turn ? { ...next, turn: { ...turn, since: record.index, spent: moment.spent, calls: [] } } : next
    }
    case 'closed': {
      const next = { ...moment, turn: moment.turn && { ...moment.turn, ...record.closing } }
      return pending ? next : atRest(next)
    }
    case 'withdrawn':
      return withInbox(moment, moment.inbox?.without(record.from, record.count))
    case 'spent':
      return { ...moment, spent: record.counts }
    case 'received': {
      const { message } = record
      const next = withInbox(moment, (moment.inbox ?? Inbox.EMPTY).with(message))
      if (message.id === undefined) return next
      return { ...next, receivedIds: [...(moment.receivedIds ?? []), message.id].slice(-MAX_RECEIVED_IDS) }
    }
    default:
      return momentOf(record)
  }
}

/** A list of which something is known of one call. It does not wait any more, unless that call does. */
function progressed(
  { waiting: _, ...pending }: JournalDecision,
  call: number,
  progress: JournalProgress,
): JournalDecision {
  const calls = (callsOf(pending.action) ?? []).map((_, at) => pending.calls?.[at] ?? {})
  return { ...pending, calls: calls.with(call, progress) }
}

function withCall({ source: _, ...pending }: JournalDecision, call: number, action: Action): JournalDecision {
  const calls = callsOf(pending.action) ?? []
  return isJsonObject(action) ? { ...pending, action: { calls: calls.with(call, action) } } : pending
}

/** The calls of a decision with their outcomes, as a turn lists them: what is noted of all is with the last. */
export function listed(
  { action, calls: progress }: JournalDecision,
  note: JournalNote,
): readonly JournalCall[] {
  const calls = callsOf(action) ?? []
  if (calls.length === 0) return [{ ...note, action: bounded(action) }]
  return calls.map((call, at) => {
    const { result, outcome } = progress?.[at] ?? {}
    const failed = result?.refused ? 'failed' : 'done'
    const ended = outcome ?? (result === undefined || result.unknown ? 'unknown' : failed)
    return { ...(at === calls.length - 1 && note), outcome: ended, action: bounded(call) }
  })
}

function after(
  turn: JournalTurn,
  pending: JournalDecision,
  { observation, note }: Extract<JournalRecord, { kind: 'answered' }>,
): JournalTurn {
  const words = saidBy(pending.action)
  const before = turn.said === undefined ? '' : `${turn.said}\n\n`
  const said = words === undefined ? turn.said : cut(before + words, SAID_CHARS)
  const calls = note ? [...turn.calls, ...listed(pending, note)].slice(-MAX_CALLS) : turn.calls
  const answered = observation.done ? 'finished' : observation.waiting && 'replied'
  return { ...turn, calls, said, end: turn.end ?? answered }
}

const MAX_CALLS = 12
const CALL_CHARS = 400
const SAID_CHARS = 600

/** What an action says to the user: its members that are texts, since inputs are objects. */
function saidBy(action: Action): string | undefined {
  const members = (callsOf(action) ?? [action]).flatMap((each) =>
    isJsonObject(each) ? Object.values(each) : [],
  )
  return members.find((value) => typeof value === 'string')
}

function bounded(action: Action): Action {
  if (typeof action === 'string') return cut(action, CALL_CHARS)
  const entries = Object.entries(action).map(([name, input]) => {
    const text = JSON.stringify(input)
    return [name, text.length <= CALL_CHARS ? input : cut(text, CALL_CHARS)]
  })
  return Object.fromEntries(entries)
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`
}

/** Ids of messages that are remembered: a repeated delivery comes soon or never. */
const MAX_RECEIVED_IDS = 50

function approve({ waiting: _, ...pending }: JournalDecision, action: Action | undefined): JournalDecision {
  if (action === undefined) return { ...pending, approved: true }
  const { source: __, ...rest } = pending // an edited action has no text of the model's any more
  return { ...rest, action, approved: true }
}

function withInbox(moment: Moment, inbox?: Inbox): Moment {
  return { ...moment, inbox: inbox?.length ? inbox : undefined }
}

/** The moment that a base record holds. Throws `invalid-patch` for a state of too many levels. */
export function momentOf(record: BaseRecord): Moment {
  const all: BaseRecord & { back?: unknown } & Partial<Omit<OpenRecord, keyof Base | 'kind'>> = record
  const { kind: _, back: _back, format: _format, id: _id, skill: _skill, forkedFrom: _fork, ...base } = all
  return { ...base, state: State.from(base.state.toJSON()) }
}

/** What a base record says of a moment without a pending decision. */
export function baseOf(moment: Moment): Base {
  return atRest(withoutPending(moment))
}

/** The moment, whose episode waits for a reply if its message was closed. */
function atRest(moment: Moment): Moment {
  const { turn, observation } = moment
  if (!turn?.end || !observation || observation.waiting || observation.done) return moment
  const { captured } = observation // the next step still adds it
  return { ...moment, observation: { text: '', done: false, waiting: { for: 'reply' }, captured } }
}

/** The moment as it was before its pending decision. */
export function withoutPending(moment: Moment): Moment {
  return { ...moment, pending: undefined, change: undefined }
}

/** The moment at which an episode continues that is now at one moment and goes back to another. */
export function undone(now: Moment, target: Moment): Moment {
  // Undo keeps messages that were not shown yet, and what was spent.
  const { inbox, receivedIds, spent, line } = now
  const { inbox: _, receivedIds: __, spent: ___, ...before } = baseOf(target)
  const skipped = stepsTaken(now) + (now.pending ? 1 : 0) - target.index
  return { ...before, inbox, receivedIds, spent, line: line + 1, skipped: skipped || undefined }
}

/** How many step numbers were given out, apart from that of a pending decision. */
function stepsTaken({ index, skipped = 0 }: Moment): number {
  return index + skipped
}
