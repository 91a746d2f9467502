import { runSkill } from '@skill-state/core'
import { testJournalStore } from '@skill-state/core/journal/conformance'
import { memoryJournal } from '@skill-state/core/journal/memory'
import { type Check, testRuntime } from '@skill-state/protocol/conformance'
import { memorySessions } from '../src/index.ts'
import { byObservation, clerk, travel } from '../test/travel.ts'

/** What every JavaScript runtime must print alike: the conformance checks, and a conversation with its journal. */
export async function program(): Promise<string> {
  const reply = (action: string): string => JSON.stringify({ state_patch: { note: action }, action })
  const checks: readonly Check[] = [
    ...testRuntime({ runtime: runSkill, reply }),
    ...testJournalStore({ createPlace: memoryPlace }),
  ]
  const failed: string[] = []
  for (const { name, run } of checks) {
    await Promise.resolve()
      .then(run)
      .catch((error: Error) => failed.push(`${name}: ${error.message}`))
  }
  return JSON.stringify({ checks: checks.length, failed, conversation: await converse() })
}

function memoryPlace(): { open: () => ReturnType<typeof memoryJournal> } {
  const records: Parameters<typeof memoryJournal>[0] = []
  return { open: () => memoryJournal(records) }
}

/** Streams, calls tools, waits for an approval and is opened again; gives what the model saw and what is on record. */
async function converse(): Promise<unknown> {
  const [prompts, booked, store]: [string[], string[], ReturnType<typeof memorySessions>] = [
    [],
    [],
    memorySessions(),
  ]
  const desk = travel(byObservation(clerk, prompts), { booked })
  const events: string[] = []
  const first = await desk.open({ id: 'a', store })
  for (const text of ['A cheap one', 'A dear one'])
    for await (const { type } of first.send(text)) events.push(type)
  await first.close()
  const later = await desk.open({ id: 'a', store })
  for await (const { type } of later.deny({ step: 3, reason: 'too dear' })) events.push(type)
  for await (const { type } of later.send('bye')) events.push(type)
  return { prompts, booked, events, state: later.state }
}
