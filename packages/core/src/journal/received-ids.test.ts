import { expect, it } from 'vitest'
import { skill } from '../../test/journal.ts'
import { compileSkill } from '../compile-skill.ts'
import { memoryJournal } from './memory.ts'
import { openJournal } from './open-journal.ts'

it('the ids of the last 50 messages are known, also when the journal is opened again', () => {
  const store = memoryJournal([])
  const journal = openJournal(store, { skill: compileSkill(skill), id: 'a' })
  for (let number = 0; number < 60; number += 1) journal.received({ text: 'hello', id: `m${number}` })
  const last = Array.from({ length: 50 }, (_, index) => `m${index + 10}`)
  expect(journal.position.receivedIds).toEqual(last)
  const again = openJournal(store, { skill: compileSkill(skill), id: 'a' })
  expect(again.position.receivedIds).toEqual(last)
})
