import { compileSkill, runSkill } from '@skill-state/core'
import { openJournal, type StoredRecord } from '@skill-state/core/journal'
import { memoryJournal } from '@skill-state/core/journal/memory'
import { type PlayLimited, testLimits } from '@skill-state/protocol/conformance'
import { describe, test } from 'vitest'
import { countSpending } from './spending.ts'

const skill = { name: 's', instructions: 'Go on.', schema: { type: 'object' }, initialState: {} } as const

/** `skill-state run`, given again and again for one journal. */
function door(): PlayLimited {
  let records: StoredRecord[] = []
  return async (named, limits) => {
    const own = [...records]
    records = own
    const journal = openJournal(memoryJournal(own), {
      skill: compileSkill(skill),
      id: own.length === 0 ? 'a' : undefined,
    })
    const { model, ended } = countSpending(named, { limits, journal, onSlow() {} })
    const environment = {
      reset: async () => ({ text: 'begin', done: false }),
      step: async () => ({ text: 'more', done: false }),
    }
    try {
      for await (const { index } of runSkill({ skill, environment, model, seed: 0 }, { journal }))
        if (index > 30) break
    } finally {
      await ended()
    }
  }
}

describe('the limits of a run of a skill', () => {
  const reply = '{"state_patch": {}, "action": "go"}'
  for (const { name, run } of testLimits({ open: door, reply })) test(name, run)
})
