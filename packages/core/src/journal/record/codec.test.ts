import { expect, test } from 'vitest'
import { Since } from '../../layouts/since.ts'
import { State } from '../../state/state.ts'
import { Inbox } from '../inbox.ts'
import { decode, encode } from './codec.ts'
import type { JournalRecord } from './record.ts'

const waiting = { for: 'approval', reason: 'dear' } as const
const observation = { text: 'O', done: true, refused: true, waiting, captured: { a: 1 } }
const evidence = [
  { tool: 'look', input: { at: 1 }, text: 'seen' },
  { tool: 'list', input: null, text: '' },
  { role: 'user', text: 'said' },
] as const
const decision = {
  index: 7,
  patch: { a: null },
  action: { calls: [{ look: {} }] },
  source: '{"calls":[{"look":{}}]}',
  commit: 'after-accept',
  waiting,
  prose: true,
  written: 'log',
  approved: true,
  calls: [
    {},
    { waiting: { for: 'result' } },
    { approved: true },
    { outcome: 'denied', result: { ...observation, unknown: true, evidence } },
    { result: { text: 'R', done: false } },
  ],
  asked: { instructions: 'I' },
  spent: { calls: 2, costUsd: 0.5 },
} as const
const turn = {
  message: 'M',
  recent: [
    { by: 'user', text: 'a' },
    { by: 'agent', text: 'b' },
  ],
  notices: ['n'],
} as const
const message = { text: 'one', id: 'm1', notice: 'n' }
const base = {
  index: 7,
  schemaVersion: 3,
  line: 2,
  state: State.from({ a: 1 }),
  observation,
  inbox: Inbox.of([message, { text: 'two' }]),
  receivedIds: ['m0', 'm1'],
  turn: {
    ...turn,
    since: 5,
    spent: { calls: 1 },
    calls: [
      { outcome: 'failed', seen: 's', situation: 't', doubt: 'd', action: { look: {} } },
      { outcome: 'unknown', action: 'go' },
    ],
    said: 'hello',
    end: 'stopped',
    reasons: ['r'],
  },
  since: Since.begin(State.from({ a: 0 })).next({ a: 1 }),
  spent: { calls: 3 },
  skipped: 4,
} as const

const records: readonly JournalRecord[] = [
  { kind: 'open', format: 1, id: 'a', skill: 's', ...base, forkedFrom: { id: 'b', index: 2, chain: 'c' } },
  { kind: 'snapshot', ...base },
  { kind: 'undone', back: 5, ...base },
  { kind: 'migrated', ...base, pending: decision },
  { kind: 'started', index: 0, observation },
  { kind: 'decided', index: 7, decision },
  {
    kind: 'answered',
    index: 7,
    observation,
    note: { outcome: 'done', seen: 's', situation: 't', doubt: 'd' },
  },
  { kind: 'called', index: 7, call: 1, ended: decision.calls[3] },
  { kind: 'called', index: 7, call: 0, ended: { waiting } },
  { kind: 'waiting', index: 7, waiting, call: 2 },
  { kind: 'approved', index: 7, action: 'go', call: 0 },
  { kind: 'resumed', index: 7, observation, taken: 2, turn },
  { kind: 'received', index: 7, message },
  { kind: 'closed', index: 7, closing: { end: 'failed', reasons: ['r'] } },
  { kind: 'withdrawn', index: 7, from: 1, count: 2 },
  { kind: 'spent', index: 7, counts: { calls: 1 } },
]

const bare: readonly JournalRecord[] = [
  {
    kind: 'open',
    format: 1,
    id: 'a',
    skill: 's',
    index: 0,
    schemaVersion: 1,
    line: 0,
    state: State.from({}),
  },
  { kind: 'decided', index: 0, decision: { index: 0, action: 'go', commit: 'before-action' } },
  { kind: 'answered', index: 0, observation: { text: '', done: false } },
  { kind: 'called', index: 0, call: 0, ended: {} },
  { kind: 'waiting', index: 0, waiting: { for: 'reply' } },
  { kind: 'approved', index: 0 },
  { kind: 'resumed', index: 0, observation: { text: '', done: false }, taken: 0 },
  { kind: 'received', index: 0, message: { text: '' } },
  { kind: 'closed', index: 0, closing: { end: 'stopped' } },
]

test.each([...records, ...bare].map((record) => [record.kind, record] as const))(
  'a record says the same when it is read: %s',
  (_, record) => {
    const read = decode(encode(record))
    expect(read).toEqual(record)
    expect(encode(read)).toBe(encode(record)) // has the states, too
  },
)

const fieldsOf = (kind: JournalRecord['kind']): Record<string, unknown> => {
  const found = records.find((record) => record.kind === kind)
  return JSON.parse(found ? encode(found) : '{}') as Record<string, unknown>
}

test.each<[JournalRecord['kind'], object, string]>([
  ['open', { open: '0' }, 'expected "open" to be a whole number from 0'],
  ['open', { open: 0.5 }, 'expected "open" to be a whole number from 0'],
  ['open', { schemaVersion: -1 }, 'expected "schemaVersion" to be a whole number from 0'],
  ['open', { line: null }, 'expected "line" to be a whole number from 0'],
  ['open', { skill: 1 }, 'expected "skill" to be text'],
  ['open', { state: 1 }, 'expected "state" to be an object'],
  ['open', { inbox: {} }, 'expected "inbox" to be a list'],
  ['open', { inbox: ['one'] }, 'expected "inbox/0" to be an object'],
  ['open', { inbox: [{ text: 'one', id: 1 }] }, 'expected "id" to be text'],
  ['open', { inbox: [{ text: 'one', notice: 1 }] }, 'expected "notice" to be text'],
  ['open', { receivedIds: [1] }, 'expected "receivedIds/0" to be text'],
  ['open', { turn: 'M' }, 'expected "turn" to be an object'],
  ['open', { turn: { message: 'M', since: 1 } }, 'expected "calls" to be a list'],
  ['open', { turn: { message: 'M', since: 1, calls: ['go'] } }, 'expected "calls/0" to be an object'],
  ['open', { turn: { message: 'M', since: 1, calls: [{}] } }, 'expected "action" to be a text or an object'],
  ['open', { turn: { message: 'M', calls: [] } }, 'expected "since" to be a whole number from 0'],
  [
    'open',
    { turn: { message: 'M', since: 1, calls: [], end: 'over' } },
    'expected "end" to be replied or finished or limit or stopped or failed',
  ],
  [
    'open',
    { turn: { message: 'M', since: 1, calls: [], spent: { calls: '1' } } },
    'expected "spent" to be numbers',
  ],
  ['open', { since: { patches: [1], state: {} } }, 'expected "patches/0" to be an object'],
  ['open', { spent: { calls: '1' } }, 'expected "spent" to be numbers'],
  ['open', { skipped: -1 }, 'expected "skipped" to be a whole number from 0'],
  ['open', { forkedFrom: { id: 'b', index: 2 } }, 'expected "chain" to be text'],
  ['undone', { back: 'all' }, 'expected "back" to be a whole number from 0'],
  ['migrated', { pending: 1 }, 'expected "pending" to be an object'],
  ['decided', { patch: [] }, 'expected "patch" to be an object'],
  ['decided', { action: null }, 'expected "action" to be a text or an object'],
  ['decided', { source: 1 }, 'expected "source" to be text'],
  ['decided', { commit: 'later' }, 'expected "commit" to be before-action or after-accept'],
  ['decided', { waiting: { for: 'rain' } }, 'expected "for" to be reply or approval or result'],
  ['decided', { waiting: { for: 'reply', reason: 1 } }, 'expected "reason" to be text'],
  ['decided', { written: 'all' }, 'expected "written" to be base or log or overlay'],
  ['decided', { calls: {} }, 'expected "calls" to be a list'],
  ['decided', { calls: [null] }, 'expected "calls/0" to be an object'],
  ['decided', { calls: [{ outcome: 'done' }] }, 'expected "outcome" to be denied'],
  ['decided', { calls: [{ waiting: 1 }] }, 'expected "waiting" to be an object'],
  ['decided', { calls: [{ text: 'R', evidence: [1] }] }, 'expected "evidence/0" to be an object'],
  ['decided', { calls: [{ text: 'R', evidence: [{ tool: 'a' }] }] }, 'expected "text" to be text'],
  ['decided', { asked: [] }, 'expected "asked" to be an object'],
  ['decided', { spent: 1 }, 'expected "spent" to be an object'],
  ['answered', { done: 'yes' }, 'expected "done" to be true or false'],
  ['answered', { refused: 1 }, 'expected "refused" to be true or false'],
  ['answered', { captured: [] }, 'expected "captured" to be an object'],
  ['answered', { note: 'done' }, 'expected "note" to be an object'],
  ['answered', { note: { outcome: 'fine' } }, 'expected "outcome" to be done or failed or denied or unknown'],
  ['answered', { note: { doubt: 1 } }, 'expected "doubt" to be text'],
  ['called', { call: -1 }, 'expected "call" to be a whole number from 0'],
  ['waiting', { call: 'first' }, 'expected "call" to be a whole number from 0'],
  ['approved', { action: 1 }, 'expected "action" to be a text or an object'],
  ['resumed', { taken: -1 }, 'expected "taken" to be a whole number from 0'],
  ['resumed', { turn: { message: 1 } }, 'expected "message" to be text'],
  ['resumed', { turn: { message: 'M', recent: ['a'] } }, 'expected "recent/0" to be an object'],
  [
    'resumed',
    { turn: { message: 'M', recent: [{ by: 'tool', text: '' }] } },
    'expected "by" to be user or agent',
  ],
  ['resumed', { turn: { message: 'M', notices: 'n' } }, 'expected "notices" to be a list'],
  ['received', { text: 1 }, 'expected "text" to be text'],
  ['closed', { end: 'replied' }, 'expected "end" to be limit or stopped or failed'],
  ['closed', { reasons: 'r' }, 'expected "reasons" to be a list'],
  ['withdrawn', { from: -1 }, 'expected "from" to be a whole number from 0'],
  ['withdrawn', { count: 0.5 }, 'expected "count" to be a whole number from 0'],
  ['spent', { counts: { calls: null } }, 'expected "counts" to be numbers'],
])('a record of the kind %s is rejected with %j', (kind, damage, message) => {
  expect(() => decode(JSON.stringify({ ...fieldsOf(kind), ...damage }))).toThrow(message)
})

test.each(['[]', '"open"', '1', 'null', '{}'])('%s is no record', (body) => {
  expect(() => decode(body)).toThrow(/^expected /)
})
