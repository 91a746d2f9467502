import { getEventListeners } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FakeClock, fakeClock } from '../../test/fake-clock.ts'
import { attempt, signsOfLife } from './attempt.ts'
import { ProviderError } from './provider-error.ts'

const deadlines = { attemptTimeoutMs: 1000, idleTimeoutMs: 100 }
const never = (): Promise<never> => new Promise(() => {})
let clock: FakeClock
let caller: AbortController

beforeEach(() => {
  clock = fakeClock()
  caller = new AbortController()
})

afterEach(async () => {
  await nextTurn()
  expect(clock.pending()).toBe(0)
  expect(getEventListeners(caller.signal, 'abort')).toEqual([])
})

const run = <T>(work: (signal: AbortSignal, heard: () => void) => Promise<T>): Promise<T> =>
  attempt(work, caller.signal, deadlines, clock)

test('gives what the work gives, and throws what it throws', async () => {
  expect(await run(async () => 7)).toBe(7)
  const error = new Error('no')
  await expect(run(() => Promise.reject(error))).rejects.toBe(error)
})

test('does not begin when the caller has given up', async () => {
  let begun = false
  caller.abort(new Error('enough'))
  const work = async (): Promise<void> => {
    begun = true
  }
  await expect(run(work)).rejects.toThrow('enough')
  expect(begun).toBe(false)
})

test('rejects with the reason of the caller, even when the work does not stop', async () => {
  const reason = new Error('enough')
  const seen: AbortSignal[] = []
  const call = run((signal) => {
    seen.push(signal)
    return never()
  })
  caller.abort(reason)
  await expect(call).rejects.toBe(reason)
  expect(seen.map((signal) => signal.reason)).toEqual([reason])
})

test('the reason of the caller comes before the error that the abort causes', async () => {
  const call = run(
    (signal) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted')))),
  )
  caller.abort(new Error('enough'))
  await expect(call).rejects.toThrow('enough')
})

const timeout = (message: string): object =>
  expect.objectContaining({ name: 'ProviderError', message, retryable: true, mayBeCharged: true })

/** A stream that has no end, what it is heard by, and whether the attempt is over. */
function endless() {
  const stream = { heard: () => {}, alive: () => {}, over: false }
  const call = run((_, heard) => {
    Object.assign(stream, { heard, alive: signsOfLife.getStore() })
    return never()
  })
  void call.catch(() => {
    stream.over = true
  })
  return { stream, call }
}

test('ends when its time is over, however lively the stream is', async () => {
  const { stream, call } = endless()
  const ended = expect(call).rejects.toEqual(timeout('no complete response after 1 s'))
  for (let passed = 0; passed < 1000; passed += 50) {
    stream.heard()
    await clock.advance(50)
  }
  await ended
})

test('ends when a stream that has begun falls silent', async () => {
  const { stream, call } = endless()
  const ended = expect(call).rejects.toEqual(timeout('the stream fell silent: no byte after 0.1 s'))
  await clock.advance(500)
  stream.heard()
  await clock.advance(60)
  stream.heard()
  await clock.advance(60)
  expect(stream.over).toBe(false)
  await clock.advance(40)
  await ended
})

test('any byte of a stream that has begun keeps it alive, and none begins it', async () => {
  const { stream, call } = endless()
  const ended = expect(call).rejects.toEqual(timeout('the stream fell silent: no byte after 0.1 s'))
  stream.alive()
  await clock.advance(300)
  stream.heard()
  for (let at = 0; at < 5; at += 1) {
    await clock.advance(90)
    stream.alive()
  }
  await clock.advance(90)
  expect(stream.over).toBe(false)
  await clock.advance(10)
  await ended
})

test('an error of a provider is passed on as it is', async () => {
  const error = new ProviderError('429', { retryable: true, mayBeCharged: false })
  await expect(run(() => Promise.reject(error))).rejects.toBe(error)
})
