import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compileSkill, runSkill } from '@skill-state/core'
import { openJournal, why } from '@skill-state/core/journal'
import { openFileJournal } from '@skill-state/core/journal/file'
import { scripted } from '@skill-state/models'
import { z } from 'zod'

const skill = {
  name: 'trips',
  instructions: 'Book each trip that is asked for.',
  schema: z.strictObject({ booked: z.record(z.string(), z.int()) }),
  initialState: { booked: {} },
}
const model = scripted(
  ['Oslo', 'Rome', 'Lima'].map(
    (city) => `{"state_patch": {"booked": {"${city}": 1}}, "action": "Book ${city}"}`,
  ),
)

// The world outlives the process, and executes each key once.
const bookings = new Map<string, unknown>()
let crashes = true
const environment = {
  reset: async () => ({ text: 'To Oslo, please.', done: false }),
  step: async (action: unknown, { key = '' } = {}) => {
    bookings.set(key, action)
    const text = ['', 'To Rome.', 'To Lima.', 'Thanks.'][bookings.size] ?? ''
    if (text === 'To Lima.' && crashes) throw new Error('crash: Rome is booked, and the user was not told')
    return { text, done: text === 'Thanks.' }
  },
  outcome: async () => ({ reward: 1 }),
  close: async () => {},
}
const folder = mkdtempSync(join(tmpdir(), 'trips-'))
const path = join(folder, 'episode-1.jsonl')

async function run(): Promise<void> {
  const store = openFileJournal(path)
  try {
    const journal = openJournal(store, { skill: compileSkill(skill), id: 'episode-1' })
    const input = { skill, environment, model, seed: 0 }
    for await (const { index, action } of runSkill(input, { journal, resume: { onUnknown: 'repeat' } })) {
      console.log(index, action)
    }
    console.log(JSON.stringify(journal.position.state), [...bookings.keys()].join(' '))
    console.log(JSON.stringify(why(store, '/booked/Rome')))
  } finally {
    store.close()
  }
}
await run().catch((error: Error) => console.log(error.message))
crashes = false
await run()
rmSync(folder, { recursive: true })
