import { afterEach, expect, test, vi } from 'vitest'
import { watchSlow } from './slow.ts'

afterEach(() => {
  vi.useRealTimers()
})

test.each(['resolve', 'reject'] as const)(
  'tells a call every ten seconds, until it ends: %s',
  async (end) => {
    vi.useFakeTimers()
    const told: string[] = []
    const call = Promise.withResolvers<string>()
    const onSlow = (what: string, seconds: number): void => void told.push(`${what} ${seconds}`)
    const watched = watchSlow('the model', onSlow, () => call.promise)
    vi.advanceTimersByTime(25_000)
    call[end]('answer')
    expect(await watched.catch((reason: unknown) => reason)).toBe('answer')
    vi.advanceTimersByTime(60_000)
    expect(told).toEqual(['the model 10', 'the model 20'])
  },
)
