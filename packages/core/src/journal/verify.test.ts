import type { JsonObject } from '@skill-state/protocol'
import { expect, it } from 'vitest'
import { compiled } from '../../test/plain-journal.ts'
import { memoryJournal } from './memory.ts'
import { openJournal } from './open-journal.ts'
import { chainOf } from './record/chain.ts'
import type { StoredRecord } from './store.ts'
import { verify } from './verify.ts'

const open = { open: 0, format: 1, id: 'a', skill: 'ledger', schemaVersion: 1, state: { count: 0 } }
const started = { started: 0, text: 'O 0' }
const decided = { decided: 0, patch: { count: 1 }, action: 'go' }
const answered = { answered: 0, text: 'O 1' }

/** A store whose chain values are right, whatever its records say. */
function forged(...bodies: readonly object[]) {
  const records: StoredRecord[] = []
  for (const fields of bodies) {
    const body = JSON.stringify(fields)
    records.push({ body, chain: chainOf(records.at(-1)?.chain ?? '', body) })
  }
  return memoryJournal(records)
}

it('takes records that can follow each other', () => {
  const snapshot = { snapshot: 1, schemaVersion: 1, text: 'O 1', state: { count: 1 } }
  expect(verify(forged())).toEqual({ records: 0, steps: 0, tornBytes: 0 })
  expect(verify(forged(open, started, decided, answered, snapshot))).toMatchObject({ records: 5, steps: 1 })
})

const tooDeep = JSON.parse(`${'{"a":'.repeat(200)}1${'}'.repeat(200)}`) as JsonObject

it.each<[string, object[]]>([
  ['expected an "open" record', [started]],
  ['expected no second "open" record', [open, open]],
  ['expected "format" to be 1', [{ ...open, format: 2 }]],
  ['expected "id" to be text', [{ ...open, id: 1 }]],
  ['expected "state" to be an object', [{ ...open, state: [] }]],
  ['expected at most 100 levels', [{ ...open, state: tooDeep }]],
  ['expected a kind of record', [{ opened: 0, schemaVersion: 1, state: {} }]],
  ['expected a step up to 0, found 3', [open, started, { undone: 3, schemaVersion: 1, line: 1, state: {} }]],
  ['expected "started" to be 0', [open, { started: 1, text: '' }]],
  ['expected "text" to be text', [open, { started: 0 }]],
  ['expected "action" to be a text or an object', [open, started, { decided: 0 }]],
  ['expected "decided" to be a whole number', [open, started, { decided: -1, action: 'go' }]],
  ['expected "commit" to be before-action or after-accept', [open, started, { ...decided, commit: 'never' }]],
  ['expected at most 100 levels', [open, started, { ...decided, patch: tooDeep }, answered]],
  ['expected "done" to be true or false', [open, started, decided, { ...answered, done: 1 }]],
  ['expected a decision before its answer', [open, started, answered]],
  [
    'a state that does not follow from its patches',
    [open, { snapshot: 0, schemaVersion: 1, state: { count: 2 } }],
  ],
])('says %s', (reason, bodies) => {
  const failure = { code: 'invalid-journal', message: expect.stringMatching(/^record \d of the journal .*$/) }
  expect(() => verify(forged(...bodies))).toThrow(expect.objectContaining(failure))
  expect(() => verify(forged(...bodies))).toThrow(reason)
})

it.each<[string, object[]]>([
  ['record 3 of the journal is damaged', [open, started, { snapshot: 0, text: '' }]],
  ['record 1 of the journal is damaged', [{ snapshot: 0, schemaVersion: 1, state: {} }]],
])('is also noticed when the journal is opened: %s', (reason, bodies) => {
  const call = () => openJournal(forged(...bodies), { skill: compiled })
  expect(call).toThrow(expect.objectContaining({ code: 'invalid-journal' }))
  expect(call).toThrow(reason)
})
