import { expect, test } from 'vitest'
import { playWeek, type WeekOptions } from '../test/week/conversation.ts'

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
