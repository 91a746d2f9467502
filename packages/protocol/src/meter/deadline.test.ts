import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Deadline } from './deadline.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the time that was spent before counts, and the signal says which limit was reached', () => {
  using deadline = new Deadline({ scope: 'session', maxMs: 1_000, spentMs: 700 })
  vi.advanceTimersByTime(299)
  expect(deadline.signal.aborted).toBe(false)
  deadline.check()
  vi.advanceTimersByTime(1)
  expect(deadline.signal.reason).toMatchObject({
    code: 'limit-reached',
    scope: 'session',
    limit: 'wallTimeMs',
  })
  expect(() => deadline.check()).toThrow("1000 ms of the session's 1000 ms are spent")
})
