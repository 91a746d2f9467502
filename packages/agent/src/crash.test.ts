import type { StoredRecord } from '@skill-state/core/journal'
import { memoryJournal } from '@skill-state/core/journal/memory'
import { memoryResults } from '@skill-state/tools'
import { expect, test } from 'vitest'
import { byObservation, clerk, travel, type World } from '../test/travel.ts'
import type { SessionStore } from './index.ts'

function storeOf(records: StoredRecord[]): SessionStore {
  return {
    open: () => {
      const journal = memoryJournal(records)
      return { journal, results: memoryResults(), close: () => journal.close() }
    },
  }
}

const script = ['a cheap flight', 'the dear one', 'bye']

/** A customer and an approver who continue wherever the session is, until it has ended. */
async function drive(records: StoredRecord[], world: World, prompts: string[] = []): Promise<void> {
  const travelAgent = travel(byObservation(clerk, prompts), world)
  for (let turn = 0; turn < 12; turn += 1) {
    const session = await travelAgent.open({ id: 'a', store: storeOf(records) })
    if (session.ended) return
    await Array.fromAsync(session.resume())
    const said = session.messages(99).filter(({ by }) => by === 'user').length
    const { approval } = session
    const next = script[said]
    if (approval) await Array.fromAsync(session.approve({ step: approval.step }))
    else if (!session.ended && next !== undefined)
      await Array.fromAsync(session.send(next, { id: `m${said}` }))
    await session.close()
  }
}

test('a session that is cut off after any record continues as if nothing had happened', async () => {
  const [whole, world]: [StoredRecord[], World] = [[], { booked: [] }]
  await drive(whole, world)
  expect(world.booked).toEqual(['a/1 F1', 'a/3 F2'])
  expect(whole.length).toBeGreaterThan(15)
  for (let cut = 1; cut < whole.length; cut += 1) {
    const records = whole.slice(0, cut)
    // The bookings that the records up to here had made.
    const done = whole.slice(0, cut).filter(({ body }) => body.includes('Result: Booked')).length
    const again = { booked: world.booked.slice(0, done) }
    await drive(records, again)
    expect(withoutCosts(records)).toEqual(withoutCosts(whole))
    expect(again.booked).toEqual(world.booked)
  }
})

/** A call whose reply was lost is paid again, so what was spent may differ. */
function withoutCosts(records: readonly StoredRecord[]): string[] {
  const others = records.filter(({ body }) => !body.startsWith('{"spent":'))
  return others.map(({ body }) => body.replace(/,"spent":\{[^}]*\}/, ''))
}
