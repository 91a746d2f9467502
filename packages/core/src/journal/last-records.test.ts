import { expect, test } from 'vitest'
import { compileSkill } from '../compile-skill.ts'
import { mergeState } from '../merge.ts'
import { lastRecords, openJournal, type StoredRecord } from './index.ts'
import { createMemoryStore } from './memory.ts'

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
      const journal = openJournal(createMemoryStore(list), { skill, id: 'a' })
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
  const [small, large] = [records, whole].map(
    (list) => openJournal(createMemoryStore(list), { skill }).position,
  )
  expect(small).toEqual(large)
  expect(small).toMatchObject({ index: 119, pending: { patch: { n: 119 } } })
  expect(records.length).toBeLessThan(whole.length / 2)
})
