import { afterEach, expect, test, vi } from 'vitest'
import { watchSlow } from './reporter.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('tells every ten seconds that something goes on, until it ends', () => {
  vi.useFakeTimers()
  const told: string[] = []
  const ended = watchSlow((what, seconds) => void told.push(`${what} ${seconds}`))('the model')
  vi.advanceTimersByTime(25_000)
  ended()
  vi.advanceTimersByTime(60_000)
  expect(told).toEqual(['the model 10', 'the model 20'])
})
