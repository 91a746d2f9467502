import {
  type Action,
  type Evidence,
  isJsonObject,
  type JsonObject,
  type Observation,
  type Waiting,
} from '@skill-state/protocol'
import { readJson } from '../../json/lenient-json.ts'
import { Since } from '../../layouts/since.ts'
import { State } from '../../state/state.ts'
import { Inbox, type JournalMessage } from '../inbox.ts'
import type {
  JournalCall,
  JournalClosing,
  JournalDecision,
  JournalNote,
  JournalOpening,
  JournalProgress,
  JournalSaid,
  JournalTurn,
} from '../journal.ts'
import { compress, decompress } from './compress.ts'
import {
  count,
  flag,
  listOf,
  type Member,
  type Members,
  member,
  numbers,
  object,
  objectOf,
  oneOf,
  optional,
  type Read,
  required,
  shape,
  sign,
  text,
  usually,
  wrong,
} from './members.ts'
import { type Base, FORMAT, type ForkPoint, type Head, type JournalRecord } from './record.ts'

/** Reads the text of a record. Throws an error that says what is missing. */
export function decode(body: string): JournalRecord {
  const fields = readJson(body)
  if (!isJsonObject(fields)) throw new Error('expected a JSON object')
  const [kind = ''] = Object.keys(fields)
  const index = count(fields[kind], kind)
  if (!Object.hasOwn(KINDS, kind)) throw new Error('expected a kind of record as the first key')
  if (kind === 'started' && index !== 0) throw new Error('expected "started" to be 0')
  return { kind, index, ...KINDS[kind as JournalRecord['kind']].read(fields, kind) } as JournalRecord
}

/** Reads what the first record says before its position: the state, which may be large, is passed over. */
export function decodeHead(body: string): Head {
  const fields = readJson(`${body.slice(0, body.indexOf(',"schemaVersion":'))}}`)
  if (!isJsonObject(fields) || !('open' in fields)) throw new Error('expected an "open" record')
  return shape(head).read(fields, 'open')
}

/** The text of a record: JSON on one line, with the kind as the first key. */
export function encode(record: JournalRecord): string {
  const { kind, index } = record
  return `{"${kind}":${index}${(KINDS[kind] as Member<object>).write(record, kind)}}`
}

const action: Read<Action> = (value, key) =>
  typeof value === 'string' || isJsonObject(value) ? value : wrong(key, 'a text or an object')

const texts = listOf(text)

const waiting = shape<Waiting>({
  for: required(oneOf('reply', 'approval', 'result')),
  reason: optional(text),
})

const message = shape<JournalMessage>({ text: required(text), id: optional(text), notice: optional(text) })

type Observed = Omit<Observation, 'unknown' | 'calls' | 'evidence'>

const observed: Members<Observed> = {
  text: required(text),
  done: usually(false, flag),
  refused: optional(flag),
  waiting: optional(objectOf(waiting)),
  captured: optional(object),
}

const observation = shape(observed)

const evidence: Read<Evidence> = (value, key) => {
  const { tool, input = null, text: said } = object(value, key)
  const shown = text(said, 'text')
  return typeof tool === 'string' ? { tool, input, text: shown } : { role: 'user', text: shown }
}

const result = shape<Omit<Observation, 'calls'>>({
  ...observed,
  unknown: sign,
  evidence: optional(listOf(evidence)),
})

const outcome = optional(oneOf('denied'))

const unanswered = shape<Omit<JournalProgress, 'result'>>({
  outcome,
  waiting: optional(objectOf(waiting)),
  approved: sign,
})

const progress: Member<JournalProgress> = {
  read: (fields, key) =>
    'text' in fields
      ? { outcome: outcome.read(fields, 'outcome'), result: result.read(fields, key) }
      : unanswered.read(fields, key),
  write: (value, key) =>
    value.result
      ? result.write(value.result, key) + outcome.write(value.outcome, 'outcome')
      : unanswered.write(value, key),
}

const decision = shape<Omit<JournalDecision, 'index'>>({
  patch: optional(object),
  action: required(action),
  source: optional(text),
  commit: usually('before-action', oneOf('before-action', 'after-accept')),
  waiting: optional(objectOf(waiting)),
  prose: sign,
  written: optional(oneOf('base', 'log', 'overlay')),
  approved: sign,
  calls: {
    ...optional(listOf(objectOf(progress))),
    write: (calls, key) => (calls ? `,"${key}":[${calls.map((call) => braced(progress, call)).join()}]` : ''),
  },
  asked: optional(object),
  spent: optional(numbers),
})

/** A decision among the members of its record, whose key has the index. */
const decided: Member<JournalDecision> = {
  read: (fields, key) => ({ index: count(fields.decided, 'decided'), ...decision.read(fields, key) }),
  write: (value, key) => decision.write(value, key),
}

const pending: Member<JournalDecision | undefined> = {
  read: (fields, key) =>
    key in fields
      ? { index: count(fields.migrated, 'migrated'), ...objectOf(decision)(fields[key], key) }
      : undefined,
  write: (value, key) => (value ? `,"${key}":${braced(decision, value)}` : ''),
}

function braced<T>(members: Member<T>, value: T): string {
  return `{${members.write(value, '').slice(1)}}`
}

const noted: Members<JournalNote> = {
  outcome: optional(oneOf('done', 'failed', 'denied', 'unknown')),
  seen: optional(text),
  situation: optional(text),
  doubt: optional(text),
}

const said = shape<JournalSaid>({ by: required(oneOf('user', 'agent')), text: required(text) })

const opening: Members<JournalOpening> = {
  message: required(text),
  recent: optional(listOf(objectOf(said))),
  notices: optional(texts),
}

const turn = shape<JournalTurn>({
  ...opening,
  since: required(count),
  spent: optional(numbers),
  calls: required(listOf(objectOf(shape<JournalCall>({ ...noted, action: required(action) })))),
  said: optional(text),
  end: optional(oneOf('replied', 'finished', 'limit', 'stopped', 'failed')),
  reasons: optional(texts),
})

const closing = shape<JournalClosing>({
  end: required(oneOf('limit', 'stopped', 'failed')),
  reasons: optional(texts),
})

/** The text of a state is at hand: the prompt of the step has it. */
const state: Member<State> = {
  read: (fields) => State.over(stateIn(fields)),
  write: (value) => {
    const compressed = compress(value.text)
    return compressed === undefined ? member(value, 'state') : member(compressed, 'compressed')
  },
}

function stateIn(fields: JsonObject): JsonObject {
  const compressed = optional(text).read(fields, 'compressed')
  return object(compressed === undefined ? fields.state : readJson(decompress(compressed)), 'state')
}

const since: Member<Since | undefined> = {
  ...optional((value, key) => {
    const fields = object(value, key)
    const patches = listOf(object)(fields.patches, 'patches')
    const steps = usually(patches.length, count).read(fields, 'steps')
    return Since.from(State.from(stateIn(fields)), patches, steps)
  }),
  write: (value, key) =>
    value === undefined
      ? ''
      : `,"${key}":{"steps":${value.steps}${member(value.patches, 'patches')}${state.write(value.base, 'state')}}`,
}

const head: Members<Head> = {
  format: required((value) => (value === FORMAT ? FORMAT : wrong('format', String(FORMAT)))),
  id: required(text),
  skill: required(text),
}

type Position = Pick<Base, 'line' | 'observation' | 'since' | 'state'>

const kept: Members<Omit<Base, 'index' | keyof Position>> = {
  schemaVersion: required(count),
  inbox: optional((value, key) => Inbox.of(listOf(objectOf(message))(value, key))),
  receivedIds: optional(texts),
  turn: optional(objectOf(turn)),
  spent: optional(numbers),
  skipped: optional(count),
}

const position: Members<Position> = {
  line: usually(0, count),
  observation: {
    read: (fields, key) => ('text' in fields ? observation.read(fields, key) : undefined),
    write: (value, key) => (value ? observation.write(value, key) : ''),
  },
  since,
  state,
}

const forkPoint = shape<ForkPoint>({ id: required(text), index: required(count), chain: required(text) })

type Kinds = {
  readonly [Kind in JournalRecord['kind']]: Member<
    Omit<Extract<JournalRecord, { readonly kind: Kind }>, 'kind' | 'index'>
  >
}

/** What the records of each kind say, in the order in which they are written. */
const KINDS: Kinds = {
  open: shape({ ...head, ...kept, forkedFrom: optional(objectOf(forkPoint)), ...position }),
  snapshot: shape({ ...kept, ...position }),
  undone: shape({ back: optional(count), ...kept, ...position }),
  migrated: shape({ ...kept, pending, ...position }),
  started: shape({ observation }),
  decided: shape({ decision: decided }),
  answered: shape({ observation, note: optional(objectOf(shape(noted))) }),
  called: shape({ call: required(count), ended: progress }),
  waiting: shape({ call: optional(count), waiting }),
  approved: shape({ call: optional(count), action: optional(action) }),
  resumed: shape({ taken: usually(0, count), turn: optional(objectOf(shape(opening))), observation }),
  received: shape({ message }),
  closed: shape({ closing }),
  withdrawn: shape({ from: required(count), count: required(count) }),
  spent: shape({ counts: required(numbers) }),
}
