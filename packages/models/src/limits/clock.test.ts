import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { systemClock } from './clock.ts'

test('sleeps, and leaves nothing at the signal', async () => {
  const { signal } = new AbortController()
  await systemClock.sleep(1, signal)
  expect(getEventListeners(signal, 'abort')).toEqual([])
})

test('wakes with the reason of an abort', async () => {
  const controller = new AbortController()
  const sleep = systemClock.sleep(1_000_000, controller.signal)
  controller.abort(new Error('enough'))
  await expect(sleep).rejects.toThrow('enough')
  await expect(systemClock.sleep(1_000_000, controller.signal)).rejects.toThrow('enough')
})

test('a sleep longer than a timer can wait does not end at once', async () => {
  const controller = new AbortController()
  const sleep = systemClock.sleep(Number.POSITIVE_INFINITY, controller.signal)
  const first = await Promise.race([sleep, systemClock.sleep(20, new AbortController().signal).then(() => 1)])
  expect(first).toBe(1)
  controller.abort()
  await expect(sleep).rejects.toMatchObject({ name: 'AbortError' })
})

test('chance is at least 0 and less than 1', () => {
  expect(systemClock.random()).toBeGreaterThanOrEqual(0)
  expect(systemClock.random()).toBeLessThan(1)
})
