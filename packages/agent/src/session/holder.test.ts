import { expect, test } from 'vitest'
import type { SessionPlace } from '../stores.ts'
import { Holder } from './holder.ts'

/** A place that counts its holds, and how many of them are released. */
function place(hold?: () => unknown) {
  const counts = { held: 0, released: 0 }
  const release = (): void => {
    counts.released += 1
  }
  const given = (): unknown => {
    counts.held += 1
    return hold ? hold() : release
  }
  return { counts, release, holder: new Holder({ hold: given } as unknown as SessionPlace) }
}

test('holds from the first command that is under way to the last', async () => {
  const { counts, holder } = place()
  await holder.take()
  await holder.take()
  await holder.leave()
  expect(counts).toEqual({ held: 1, released: 0 })
  await holder.leave()
  expect(counts).toEqual({ held: 1, released: 1 })
  await holder.take()
  await holder.leave()
  expect(counts).toEqual({ held: 2, released: 2 })
})

test('waits for a hold that comes later, and for its release', async () => {
  const events: string[] = []
  const release = async (): Promise<void> => {
    await Promise.resolve()
    events.push('released')
  }
  const { holder } = place(() => Promise.resolve(release))
  await holder.take()
  await holder.leave()
  expect(events).toEqual(['released'])
})

test('a hold that failed is tried anew by the next command, and a place may have none', async () => {
  let tries = 0
  const { holder } = place(() => {
    tries += 1
    return Promise.reject(new Error('somebody else has it'))
  })
  await expect(Promise.resolve(holder.take())).rejects.toThrow('somebody else')
  await holder.leave()
  await expect(Promise.resolve(holder.take())).rejects.toThrow('somebody else')
  await holder.leave()
  expect(tries).toBe(2)
  const free = new Holder({} as SessionPlace)
  expect(free.take()).toBeUndefined()
  await free.leave()
})
