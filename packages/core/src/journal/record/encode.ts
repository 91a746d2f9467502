import type { Observation } from '@skill-state/protocol'
import type { State } from '../../state/state.ts'
import type { JournalDecision, JournalProgress } from '../journal.ts'
import { compress } from './compress.ts'
import { type BaseRecord, isBase, type JournalRecord } from './record.ts'

/** The text of a record: JSON on one line, with the kind as the first key. */
export function encode(record: JournalRecord): string {
  if (isBase(record)) return encodeBase(record)
  const { kind, index } = record
  switch (kind) {
    case 'decided':
      return `{"decided":${index}${membersOfDecision(record.decision)}}`
    case 'called':
      return `{"called":${index}${member('call', record.call)}${membersOfProgress(record.ended)}}`
    case 'waiting':
      return `{"waiting":${index}${member('call', record.call)}${members(record.waiting)}}`
    case 'approved':
      return `{"approved":${index}${member('call', record.call)}${member('action', record.action)}}`
    case 'received':
      return `{"received":${index}${members(record.message)}}`
    case 'resumed': {
      const { observation, taken, turn } = record
      return `{"resumed":${index}${member('taken', taken || undefined)}${member('turn', turn)}${membersOf(observation)}}`
    }
    case 'answered':
      return `{"answered":${index}${membersOf(record.observation)}${member('note', record.note)}}`
    case 'closed':
      return `{"closed":${index}${members(record.closing)}}`
    case 'withdrawn':
      return `{"withdrawn":${index}${members({ from: record.from, count: record.count })}}`
    case 'spent':
      return `{"spent":${index}${member('counts', record.spent)}}`
    default:
      return `{"${kind}":${index}${membersOf(record.observation)}}`
  }
}

function encodeBase({ kind, index, line, state, observation, since, ...rest }: BaseRecord): string {
  const { pending, ...others } = { pending: undefined, ...rest }
  const decided = pending && `,"pending":{${membersOfDecision(pending).slice(1)}}`
  const position = `${member('line', line || undefined)}${observation ? membersOf(observation) : ''}`
  const laid =
    since &&
    `,"since":{"steps":${since.steps}${member('patches', since.patches)}${membersOfState(since.base)}}`
  return `{"${kind}":${index}${members(others)}${decided ?? ''}${position}${laid ?? ''}${membersOfState(state)}}`
}

/** The text of a state is at hand: the prompt of the step has it. */
function membersOfState(state: State): string {
  const compressed = compress(state.text)
  return compressed === undefined ? member('state', state) : member('compressed', compressed)
}

/** The members of a record are written one by one: `JSON.stringify` of the whole object takes twice the time. */
function membersOfDecision(decision: JournalDecision): string {
  const { patch, action, source, commit, waiting, prose, written, approved, calls, asked, spent } = decision
  const progress = calls?.map((call) => `{${membersOfProgress(call).slice(1)}}`).join()
  return (
    member('patch', patch) +
    member('action', action) +
    member('source', source) +
    member('commit', commit === 'after-accept' ? commit : undefined) +
    member('waiting', waiting) +
    member('prose', prose) +
    member('written', written) +
    member('approved', approved) +
    (progress === undefined ? '' : `,"calls":[${progress}]`) +
    member('asked', asked) +
    member('spent', spent)
  )
}

function membersOf({ text, done, refused, waiting, captured }: Observation): string {
  return (
    member('text', text) +
    member('done', done || undefined) +
    member('refused', refused) +
    member('waiting', waiting) +
    member('captured', captured)
  )
}

function membersOfProgress({ result, outcome, waiting, approved }: JournalProgress): string {
  return (
    (result
      ? membersOf(result) + member('unknown', result.unknown) + member('evidence', result.evidence)
      : '') +
    member('outcome', outcome) +
    (result ? '' : member('waiting', waiting) + member('approved', approved))
  )
}

function members(fields: object): string {
  let text = ''
  for (const [key, value] of Object.entries(fields)) text += member(key, value)
  return text
}

/** What is undefined is not written. */
function member(key: string, value: unknown): string {
  return value === undefined ? '' : `,"${key}":${JSON.stringify(value)}`
}
