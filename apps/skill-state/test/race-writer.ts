// A process that `race-sessions.ts` starts several of: each tells the same session what it has to say, at the same moment as
// the others, and tries again after a conflict until all of it is recorded.
import { appendFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as pause } from 'node:timers/promises'
import { compileSkill } from '@skill-state/core'
import { openJournal } from '@skill-state/core/journal'
import { SkillStateError } from '@skill-state/protocol'
import { type Kind, sessionStore } from './session-store.ts'

const [folder = '', kind = 'file', address = '', ...numbers] = process.argv.slice(2)
const [races = 1, messages = 1, writers = 1, self = 0] = numbers.map(Number)

const skill = compileSkill({
  name: 'race',
  instructions: 'Listen.',
  schema: { type: 'object' },
  initialState: {},
})
const { store, close } = await sessionStore(kind as Kind, folder, address)

/** Returns once every writer has come here. */
async function meet(times: number): Promise<void> {
  const barrier = join(folder, 'barrier')
  appendFileSync(barrier, '.')
  while (statSync(barrier).size < times * writers) if (kind === 'postgres') await pause()
}

let conflicts = 0
for (let race = 0; race < races; race += 1) {
  await meet(race + 1)
  for (let said = 0; said < messages; ) {
    const place = await store.open(`race-${race}`)
    try {
      const journal = openJournal(place.journal, { skill, id: `race-${race}` })
      for (; said < messages; said += 1) {
        journal.received({ text: `${self}-${said}` })
        await place.flush?.()
      }
    } catch (error) {
      if (!(error instanceof SkillStateError) || error.code !== 'journal-conflict') throw error
      conflicts += 1
    }
    try {
      await place.close()
    } catch {} // the conflict again
  }
}
process.stdout.write(`${conflicts}\n`)
await close()
