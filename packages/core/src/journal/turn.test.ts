import { describe, expect, test } from 'vitest'
import { compileSkill } from '../compile-skill.ts'
import { undo } from './go-back.ts'
import { history } from './history.ts'
import type { OpenJournal } from './journal.ts'
import { memoryJournal } from './memory.ts'
import { openJournal } from './open-journal.ts'
import type { StoredRecord } from './store.ts'
import { verify } from './verify.ts'
import { why } from './why.ts'

const skill = compileSkill({
  name: 'desk',
  instructions: '',
  schema: { type: 'object', additionalProperties: { type: 'number' } },
  initialState: {},
})
const reply = { for: 'reply' } as const

function open(records: StoredRecord[]): OpenJournal {
  return openJournal(memoryJournal(records), { skill, id: 'a' })
}

/** A message, a call that was done, and one that is pending when the message is closed. */
function play(records: StoredRecord[], journal: OpenJournal = open(records)): void {
  journal.started({ text: '', done: false, waiting: reply })
  journal.received({ text: 'refund it' })
  journal.received({ text: 'and the other' })
  journal.resumed(0, { text: 'refund it', done: false }, 1, { message: 'refund it' })
  journal.decided({ index: 0, action: { look: { id: 1 } }, patch: { a: 1 }, commit: 'before-action' })
  const state = skill.initialState
  const observation = { text: 'found', done: false }
  journal.answered({ index: 0, observation, state, note: { outcome: 'done', seen: 'x' } })
  journal.spent({ calls: 3 })
  journal.decided({
    index: 1,
    action: { pay: { note: 'y'.repeat(900) } },
    patch: { b: 2 },
    commit: 'before-action',
  })
  journal.closed({ end: 'stopped', reasons: ['the user stopped it'] })
  journal.withdrawn(0, 1)
  const settled = { text: '', done: false, waiting: reply }
  journal.answered({ index: 1, observation: settled, state, note: { outcome: 'unknown' } })
}

describe('a turn in the position', () => {
  test('has the first text of an action as what was said to the user', () => {
    const journal = open([])
    journal.started({ text: '', done: false, waiting: reply })
    journal.received({ text: 'hello' })
    journal.resumed(0, { text: 'hello', done: false }, 1, { message: 'hello' })
    const action = { look: { id: 1 }, reply: 'I look.', finish: 'The end.' }
    journal.decided({ index: 0, action, patch: {}, commit: 'before-action' })
    const observation = { text: 'found', done: false }
    journal.answered({
      index: 0,
      observation,
      state: skill.initialState,
      note: { outcome: 'done', seen: 'x' },
    })
    expect(journal.position.turn?.said).toBe('I look.')
  })

  test('has the message, its calls with their outcomes, and its end', () => {
    const records: StoredRecord[] = []
    play(records)
    const { turn, inbox, observation, spent } = open(records).position
    expect(turn).toMatchObject({
      message: 'refund it',
      since: 0,
      end: 'stopped',
      reasons: ['the user stopped it'],
      calls: [
        { action: { look: { id: 1 } }, outcome: 'done', seen: 'x' },
        { action: { pay: expect.stringMatching(/^\{"note":"y+…$/) }, outcome: 'unknown' },
      ],
    })
    expect(JSON.stringify(turn?.calls).length).toBeLessThan(600)
    expect(inbox).toBeUndefined()
    expect(observation?.waiting).toEqual(reply)
    expect(spent).toEqual({ calls: 3 })
  })

  test('is the same after each record in the process that wrote it and in one that opens it', () => {
    const records: StoredRecord[] = []
    const journal = open(records)
    const compare = (): void => {
      const { turn, observation, inbox = [], spent, index, pending, state } = journal.position
      const again = open([...records]).position
      expect({ ...again, state: again.state.toJSON(), inbox: [...(again.inbox ?? [])] }).toMatchObject({
        ...JSON.parse(JSON.stringify({ turn, observation, inbox, spent, index, pending })),
        state: state.toJSON(),
      })
    }
    const watched = new Proxy(journal, {
      get(target, name: keyof OpenJournal) {
        const member: unknown = target[name]
        if (typeof member !== 'function') return member
        return (...given: unknown[]) => {
          member.apply(target, given)
          compare()
        }
      },
    })
    play(records, watched)
    expect(verify(memoryJournal(records)).steps).toBe(2)
    expect([...history(memoryJournal(records))].map(({ index }) => index)).toEqual([0, 1])
    expect(why(memoryJournal(records), '/b')).toMatchObject({ kind: 'step', step: { index: 1 } })
  })

  test('does not begin again when its closing is gone back to', () => {
    const records: StoredRecord[] = []
    play(records)
    undo(memoryJournal(records), 1)
    const { turn, observation, pending } = open(records).position
    expect(turn?.end).toBe('stopped')
    expect(observation?.waiting).toEqual(reply)
    expect(pending).toBeUndefined()
  })

  test('is closed once, and only if it is open', () => {
    const journal = open([])
    expect(() => journal.closed({ end: 'failed' })).toThrow('expected an open turn')
    expect(() => journal.withdrawn(0, 1)).toThrow('expected no more messages than were received')
  })
})

test('a new journal begins with the state that it is given, if that fits the schema', () => {
  const records: StoredRecord[] = []
  const begin = (initialState: object): OpenJournal =>
    openJournal(memoryJournal(records), { skill, id: 'a', initialState: initialState as never })
  expect(() => begin({ a: 'x' })).toThrow(/^initialState at "\/a": .*: give a state that fits the schema$/)
  expect(records).toEqual([])
  expect(begin({ a: 1 }).position.state.toJSON()).toEqual({ a: 1 })
  expect(begin({ a: 2 }).position.state.toJSON()).toEqual({ a: 1 })
})
