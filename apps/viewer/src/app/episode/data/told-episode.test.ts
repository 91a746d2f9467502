import { missingFacts, originsOf } from '@skill-state/audit/missing'
import { compileSkill } from '@skill-state/core'
import { openJournal } from '@skill-state/core/journal'
import { memoryJournal } from '@skill-state/core/journal/memory'
import type { JsonObject } from '@skill-state/protocol'
import { expect, test } from 'vitest'
import { readSession } from '../../../server/sessions/read-session.ts'
import { toldEpisode } from '../panels/missing-panel.tsx'

test('a wrong action of a session has the number of its step, and what a message gave was given', () => {
  const skill = compileSkill({ name: 'desk', instructions: '', schema: { type: 'object' }, initialState: {} })
  const store = memoryJournal()
  const journal = openJournal(store, { skill, id: 'ada' })
  const step = (index: number, action: JsonObject, text: string, refused?: true): void => {
    journal.decided({ index, action, commit: 'before-action' })
    const waiting = text === '' ? { waiting: { for: 'reply' } as const } : {}
    journal.answered({
      index,
      state: journal.position.state,
      observation: { text, done: false, ...waiting, ...(refused && { refused }) },
    })
  }
  const say = (index: number, text: string): void => {
    journal.received({ text })
    journal.resumed(index, { text: `The user says: ${text}`, done: false }, 1)
  }
  journal.started({ text: '', done: false, waiting: { for: 'reply' } })
  say(0, 'Hello, I am MB-4001.')
  step(0, { find: { card: 'MB-4001' } }, '{"copy":"copy_31"}')
  step(1, { reply: 'Which one?' }, '')
  say(2, 'That one.')
  step(2, { lend: { copy: 'copy_99' } }, 'no such copy', true)
  step(3, { lend: { copy: 'copy_31' } }, 'lent')
  const [session] = readSession(store)
  if (session === undefined) throw new Error('there is a window')
  const episode = toldEpisode(session.trace)
  const bad = missingFacts(episode, originsOf([episode]))
  expect(bad).toMatchObject([{ call: 2, tool: 'lend', given: { copy: 'copy_99' }, why: 'rejected' }])
})
