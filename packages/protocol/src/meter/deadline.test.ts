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

test('a clock of the machine that is set forward or back changes nothing', () => {
  using deadline = new Deadline({ scope: 'session', maxMs: 1_000 })
  for (const jump of [3_600_000, -7_200_000]) {
    vi.setSystemTime(Date.now() + jump)
    deadline.check()
    expect(deadline.signal.aborted).toBe(false)
  }
  vi.setSystemTime(0)
  vi.advanceTimersByTime(1_000)
  expect(() => deadline.check()).toThrow('1000 ms')
})
