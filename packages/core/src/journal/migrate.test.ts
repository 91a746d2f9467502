import type { JsonObject } from '@skill-state/protocol'
import { describe, expect, it } from 'vitest'
import { type CompiledSkill, compileSkill } from '../compile-skill.ts'
import { mergeState } from '../merge.ts'
import { stateAt } from './history.ts'
import { memoryJournal } from './memory.ts'
import { type OpenJournalOptions, openJournal } from './open-journal.ts'
import { chainOf } from './record/chain.ts'
import type { StoredRecord } from './store.ts'
import { verify } from './verify.ts'
import { why } from './why.ts'

function skillWith(properties: JsonObject, initialState: JsonObject): CompiledSkill {
  const schema = {
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  }
  return compileSkill({ name: 'orders', instructions: '', schema, initialState })
}

const first = skillWith({ open: { type: 'integer' } }, { open: 1 })
const anything = skillWith({ open: {} }, { open: 1 })
const third = skillWith({ orders: { type: 'object' } }, { orders: {} })

/** Version 2 has `pending` in place of `open`; version 3 has it in `orders`. */
const migrations = {
  1: ({ open = 0 }: JsonObject) => ({ pending: open }),
  2: ({ pending = 0 }: JsonObject) => ({ orders: { pending } }),
}

/** A journal of version 1 after two steps, with a third decided if `pending` says so. */
function recorded(pending = false): StoredRecord[] {
  const records: StoredRecord[] = []
  const journal = openJournal(memoryJournal(records), { skill: first, id: 'a' })
  journal.started({ text: 'O 0', done: false })
  for (const index of [0, 1]) {
    const patch = { open: 10 + index }
    journal.decided({ index, patch, action: 'go', commit: 'before-action' })
    const state = mergeState(journal.position.state, patch).after
    journal.answered({ index, state, observation: { text: `O ${index + 1}`, done: false } })
  }
  if (pending) journal.decided({ index: 2, patch: { open: 99 }, action: 'go', commit: 'after-accept' })
  return records
}

/** The same with another text for a value, under chain values that match. */
function tampered(value: string, by: string, pending = false): StoredRecord[] {
  let previous = ''
  return recorded(pending).map((record) => {
    const body = record.body.replace(`"open":${value}`, `"open":${by}`)
    previous = chainOf(previous, body)
    return { body, chain: previous }
  })
}

describe('a journal of an earlier schema version', () => {
  it('is brought to the newest, migration by migration, and stays there', () => {
    const records = recorded()
    const options = { skill: third, schemaVersion: 3, migrations }
    const { position } = openJournal(memoryJournal(records), options)
    expect(position.state.toJSON()).toEqual({ orders: { pending: 11 } })
    expect(position).toMatchObject({ index: 2, observation: { text: 'O 2' } })
    expect(records.at(-1)?.body).toBe(
      '{"migrated":2,"schemaVersion":3,"text":"O 2","state":{"orders":{"pending":11}}}',
    )
    const again = openJournal(memoryJournal(records), { skill: third, schemaVersion: 3 })
    expect(again.position.state.toJSON()).toEqual({ orders: { pending: 11 } })
    expect(records).toHaveLength(7)
    expect(verify(memoryJournal(records))).toMatchObject({ records: 7, steps: 2 })
  })

  it('keeps a pending decision, with the patch that means the same', () => {
    const records = recorded(true)
    const options = { skill: third, schemaVersion: 3, migrations }
    for (let opened = 0; opened < 2; opened += 1) {
      const { state, pending } = openJournal(memoryJournal(records), options).position
      expect(state.toJSON()).toEqual({ orders: { pending: 11 } })
      const patch = { orders: { pending: 99 } }
      expect(pending).toEqual({ index: 2, patch, action: 'go', commit: 'after-accept' })
    }
    expect(stateAt(memoryJournal(records), 2).toJSON()).toEqual({ orders: { pending: 11 } })
  })

  it('says what a migration changed, and brings undone states to the newest version too', () => {
    const records = recorded()
    const store = memoryJournal(records)
    const journal = openJournal(store, { skill: third, schemaVersion: 3, migrations })
    expect(why(store, '/orders/pending')).toEqual({ kind: 'migration', schemaVersion: 3, value: 11 })
    journal.undo(1)
    expect(journal.position.state.toJSON()).toEqual({ orders: { pending: 10 } })
    expect(why(store, '/orders/pending')).toEqual({ kind: 'migration', schemaVersion: 3, value: 10 })
    expect(stateAt(store, 0).toJSON()).toEqual({ open: 1 })
    expect(verify(store)).toMatchObject({ records: 8 })
  })
})

describe('a field that was added with a default', () => {
  const line = { type: 'object', properties: { at: { $ref: '#/$defs/at' } }, required: ['at'] }
  const skill = compileSkill({
    name: 'orders',
    instructions: '',
    initialState: { open: 1, tags: [], lines: {} },
    schema: {
      type: 'object',
      properties: {
        open: { type: 'integer' },
        tags: { type: 'array', default: ['new'] },
        lines: { type: 'object', additionalProperties: line, default: { a: {} } },
        note: { type: 'string', default: 'optional' },
      },
      required: ['open', 'tags', 'lines'],
      additionalProperties: false,
      $defs: { at: { type: 'string', default: 'here' } },
    },
  })
  const filled = { open: 11, tags: ['new'], lines: { a: { at: 'here' } }, note: 'optional' }

  it('is filled in, once, on record', () => {
    const records = recorded()
    for (let opened = 0; opened < 2; opened += 1) {
      expect(openJournal(memoryJournal(records), { skill }).position.state.toJSON()).toEqual(filled)
    }
    expect(records).toHaveLength(7)
    expect(verify(memoryJournal(records))).toMatchObject({ records: 7 })
    expect(stateAt(memoryJournal(records), 2).toJSON()).toEqual(filled)
  })

  it('is filled in around a pending patch, and after a migration', () => {
    const { state, pending } = openJournal(memoryJournal(recorded(true)), { skill }).position
    expect([state.toJSON(), pending?.patch]).toEqual([filled, { open: 99 }])
    const options = { skill, schemaVersion: 2, migrations: { 1: () => ({ open: 5 }) } }
    expect(openJournal(memoryJournal(recorded()), options).position.state.toJSON()).toEqual({
      ...filled,
      open: 5,
    })
  })

  it('leaves a state alone that fits without it', () => {
    const records = recorded()
    const schema = { type: 'object', properties: { open: {}, note: { default: 'x' } } }
    const optional = compileSkill({ name: 'orders', instructions: '', schema, initialState: { open: 1 } })
    expect(openJournal(memoryJournal(records), { skill: optional }).position.state.toJSON()).toEqual({
      open: 11,
    })
    expect(records).toHaveLength(6)
  })
})

describe('rejections, with nothing written', () => {
  const newest = [...recorded()]
  openJournal(memoryJournal(newest), { skill: third, schemaVersion: 3, migrations })

  it.each<[string, StoredRecord[], OpenJournalOptions, string]>([
    ['a newer version', newest, { skill: first, schemaVersion: 1 }, 'schema version 3, newer than 1'],
    [
      'a missing migration',
      recorded(),
      { skill: third, schemaVersion: 3, migrations: { 1: migrations[1] } },
      'give migrations[2], which brings a state of version 2 to version 3',
    ],
    [
      'a state that does not fit',
      recorded(),
      { skill: third, schemaVersion: 2, migrations },
      'does not fit the skill at "/orders": expected a value of type object here, found nothing: the key is required: correct the migrations',
    ],
    [
      'a migration that throws',
      recorded(),
      {
        skill: third,
        schemaVersion: 2,
        migrations: {
          1: () => {
            throw new Error('no such order')
          },
        },
      },
      'migrations[1] failed: no such order',
    ],
    [
      'a migration that changes what it gets',
      recorded(),
      { skill: first, schemaVersion: 2, migrations: { 1: (state) => Object.assign(state, { open: 2 }) } },
      'migrations[1] failed: Cannot assign to read only property',
    ],
    [
      'a migration that gives no state',
      recorded(),
      { skill: third, schemaVersion: 2, migrations: { 1: () => ({ orders: { a: null } }) } },
      'at "/orders/a": expected no null',
    ],
    [
      'a pending patch that leads out of the schema',
      recorded(true),
      {
        skill: skillWith({ open: { type: 'integer', maximum: 50 } }, { open: 1 }),
        schemaVersion: 2,
        migrations: { 1: (state) => state },
      },
      'the state after its pending patch does not fit the skill at "/open": must be <= 50, found the number 99: correct',
    ],
    [
      'a pending patch that leads out of a schema whose version is the same',
      recorded(true),
      { skill: skillWith({ open: { type: 'integer', maximum: 50 } }, { open: 1 }) },
      'the state after its pending patch does not fit the skill at "/open": must be <= 50, found the number 99: raise schemaVersion',
    ],
    ['null in a state', tampered('11', '[null]'), { skill: anything }, '"/open/0": expected no null'],
    [
      'no finite number',
      tampered('11', '1e999'),
      { skill: anything },
      'record 6 of the journal is damaged or was changed: expected JSON, found the number Infinity',
    ],
    [
      'an inexact whole number',
      tampered('11', '1e300'),
      { skill: anything },
      '"/open": expected a whole number within',
    ],
    [
      'no finite number in a state to migrate',
      tampered('11', '1e999'),
      { skill: anything, schemaVersion: 2, migrations: { 1: () => ({}) } },
      'record 6 of the journal is damaged or was changed: expected JSON, found the number Infinity',
    ],
    [
      'null in an array of a pending patch',
      tampered('99', '[null]', true),
      { skill: anything },
      'its pending patch holds what no patch can at "/open/0": expected no null',
    ],
    [
      'a pending patch of many levels',
      tampered('99', `${'['.repeat(200)}${']'.repeat(200)}`, true),
      { skill: anything, schemaVersion: 2, migrations: { 1: (state) => state } },
      'its pending patch holds what no patch can at "": expected at most 100 levels',
    ],
  ])('%s', (_, records, options, message) => {
    const before = [...records]
    expect(() => openJournal(memoryJournal(records), options)).toThrow(
      expect.objectContaining({ code: 'invalid-journal', message: expect.stringContaining(message) }),
    )
    expect(records).toEqual(before)
  })
})
