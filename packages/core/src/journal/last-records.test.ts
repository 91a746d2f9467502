import { expect, test } from 'vitest'
import { compileSkill } from '../compile-skill.ts'
import { mergeState } from '../merge.ts'
import { lastRecords, openJournal, type StoredRecord } from './index.ts'
import { memoryJournal } from './memory.ts'

const skill = compileSkill({
  name: 'count',
  instructions: 'Count.',
  schema: { type: 'object', properties: { n: { type: 'integer' } } },
  initialState: { n: 0 },
})

test('the last records open at the position of the whole journal, and stop growing', () => {
  let records: StoredRecord[] = []
  const whole: StoredRecord[] = []
  for (let n = 0; n < 120; n += 1) {
    for (const list of [records, whole]) {
      const journal = openJournal(memoryJournal(list), { skill, id: 'a' })
      const { state, observation } = journal.position
      if (observation === undefined) journal.started({ text: 'go', done: false })
      journal.decided({ index: n, patch: { n }, action: 'count', commit: 'before-action' })
      if (n === 119) continue // a decision is pending
      journal.answered({
        index: n,
        observation: { text: `${n}`.repeat(200), done: false },
        state: mergeState(state, { n }).after,
      })
    }
    records = [...lastRecords(records)]
  }
  const [small, large] = [records, whole].map((list) => openJournal(memoryJournal(list), { skill }).position)
  expect(small).toEqual(large)
  expect(small).toMatchObject({ index: 119, pending: { patch: { n: 119 } } })
  expect(records.length).toBeLessThan(whole.length / 2)
})

test('a journal whose second record is a base record already stays as it is', () => {
  const records = ['open', 'migrated', 'received'].map((kind) => ({ body: `{"${kind}":0}`, chain: kind }))
  expect(lastRecords(records)).toEqual(records)
})

test('a store that keeps the last records alone has the message, the reply and the position of each turn', () => {
  let records: StoredRecord[] = []
  const waiting = { for: 'reply' } as const
  for (let n = 0; n < 4; n += 1) {
    const journal = openJournal({ ...memoryJournal(records), keepsLast: true }, { skill, id: 'a' })
    const { state } = journal.position
    if (n === 0) journal.started({ text: '', done: false, waiting })
    journal.received({ text: `message ${n}`, id: `id ${n}` })
    journal.resumed(n, { text: `The user says: message ${n}`, done: false }, 1)
    journal.decided({ index: n, patch: { n }, action: { reply: `reply ${n}` }, commit: 'before-action' })
    const after = mergeState(state, { n }).after
    journal.answered({ index: n, observation: { text: '', done: false, waiting }, state: after })
    records = [...lastRecords(records)]
    expect(records.map(({ body }) => /^\{"(\w+)"/.exec(body)?.[1])).toEqual([
      'open',
      'received',
      undefined,
      'snapshot',
      'decided',
      'answered',
    ])
    expect(records.map(({ body }) => body).join()).toMatch(`message ${n}`)
  }
  const { position } = openJournal(memoryJournal(records), { skill })
  expect(position.state.toJSON()).toEqual({ n: 3 })
  expect(position).toMatchObject({ index: 4, receivedIds: ['id 0', 'id 1', 'id 2', 'id 3'] })
})

test('keeps the newest of the records that are asked for, and those alone', () => {
  const bodies = ['open', 'received', 'spent', 'received', 'received', 'answered', 'snapshot', 'decided']
  const records = bodies.map((kind, at) => ({ body: `{"${kind}":${at}}`, chain: `c${at}` }))
  const kept = (...given: [((body: string) => boolean)?, number?]): readonly string[] =>
    lastRecords(records, ...given).map(({ body, chain }) => body || chain)
  expect(kept()).toEqual(['{"open":0}', '{"received":4}', 'c5', '{"snapshot":6}', '{"decided":7}'])
  expect(kept(undefined, 2)).toEqual([
    '{"open":0}',
    '{"received":3}',
    '{"received":4}',
    'c5',
    '{"snapshot":6}',
    '{"decided":7}',
  ])
  expect(kept((body) => body.startsWith('{"spent"'))).toEqual([
    '{"open":0}',
    '{"spent":2}',
    'c5',
    '{"snapshot":6}',
    '{"decided":7}',
  ])
  const soon = records.slice(0, 2).concat(records.slice(6))
  expect(lastRecords(soon).map(({ body, chain }) => body || chain)).toEqual([
    '{"open":0}',
    '{"received":1}',
    'c1',
    '{"snapshot":6}',
    '{"decided":7}',
  ])
})
