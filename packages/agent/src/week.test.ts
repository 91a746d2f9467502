import type { StoredRecord } from '@skill-state/core/journal'
import { expect, test } from 'vitest'
import { type Plant, playWeek, type WeekOptions } from '../test/week/conversation.ts'
import type { Call } from '../test/week/shop.ts'

/** More of them: `npx -y pnpm@12.21.0 week --conversations 1000`. */
async function faultsOf(conversations: number, options: WeekOptions = {}): Promise<string[]> {
  const notes: string[] = []
  for (let seed = 0; seed < conversations; seed += 1)
    for (const note of (await playWeek(seed, options)).notes) notes.push(`${seed}: ${note}`)
  return notes
}

test('30 hostile weeks end without a fault', async () => {
  expect(await faultsOf(30)).toEqual([])
})

test('10 weeks of a process that dies again and again end without a fault', async () => {
  expect(await faultsOf(10, { kills: true })).toEqual([])
})

/** Faults that no week may have; the judge has to be able to find them. */
const PLANTS: readonly (readonly [what: string, plant: Plant, found: string])[] = [
  ['an effect that happens again', { call: again }, 'effect twice'],
  ['an effect that does not happen', { call: pretending }, 'effect missed'],
  ['a stop that does not reach the agent', { isDeaf: true }, 'stopped effect done'],
  ['another call than was approved', { call: costlier }, 'effect without approval'],
  ['a lost approval', { onOpen: withoutAny('{"approved"') }, 'unusable'],
  ['a lost fact', { onOpen: withoutLast }, 'fact lost'],
  ['forgotten spending', { onOpen: withoutLast }, 'spending forgotten'],
]

function again(call: Call): Call {
  return async (tool, input, key) => {
    await call(tool, input, `${key} again`)
    return await call(tool, input, key)
  }
}

function pretending(call: Call): Call {
  return async (tool, input, key) => (tool === 'order' ? await call(tool, input, key) : 'Done: it is.')
}

function costlier(call: Call): Call {
  return async (tool, input, key) => await call(tool, { ...input, amount: 500 }, key)
}

function withoutAny(begin: string): NonNullable<Plant['onOpen']> {
  return (records) => {
    const at = records.findIndex(({ body }) => body.startsWith(begin))
    if (at >= 0) records.splice(at, 1)
  }
}

function withoutLast(records: StoredRecord[]): void {
  records.splice(-6)
}

test.for(PLANTS)('the judge of the weeks finds %s', async ([, plant, found]) => {
  const notes: string[] = []
  for (let seed = 0; seed < 10 && !notes.some((note) => note.startsWith(found)); seed += 1)
    notes.push(...(await playWeek(seed, { kills: true, plant })).notes)
  expect(notes.join('\n')).toContain(`${found}: `)
})
