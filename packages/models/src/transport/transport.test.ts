import type { FailedAttempt, ModelRequest, ModelResponse } from '@skill-state/protocol'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type FakeClock, fakeClock } from '../../test/fake-clock.ts'
import { type Limiter, rateLimiter } from '../limits/limiter.ts'
import { type Failure, ProviderError } from './provider-error.ts'
import { backoff, overTransport, type TransportOptions } from './transport.ts'

const response: ModelResponse = { text: 'Go.', finishReason: 'stop', usage: {}, model: 'm' }
const busy: Partial<Failure> = { status: 429 }
const error = (failure: Partial<Failure> = {}): ProviderError =>
  new ProviderError(`${failure.status ?? 'lost'}`, { retryable: true, mayBeCharged: false, ...failure })

interface Played {
  readonly generate: (request?: Partial<ModelRequest>) => Promise<ModelResponse>
  readonly clock: FakeClock
  sent: number
}

/** A provider that fails in the given ways, then answers. Waits of less than five minutes pass at once. */
function play(
  failures: readonly unknown[],
  { answer = response, ...options }: Partial<TransportOptions> & { readonly answer?: ModelResponse } = {},
): Played {
  const clock = fakeClock(300_000)
  const generate = overTransport(
    async () => {
      const failure = failures[played.sent]
      played.sent += 1
      if (failure !== undefined) throw failure
      return answer
    },
    { id: 'acme:m', limiter: rateLimiter(), clock, ...options },
  )
  const played: Played = { generate: (request) => generate({ prompt: 'p', ...request }), clock, sent: 0 }
  return played
}

test('an answer at once needs no wait', async () => {
  const played = play([])
  expect(await played.generate()).toEqual(response)
  expect([played.sent, played.clock.waits, played.clock.pending()]).toEqual([1, [], 0])
})

test('waits longer after each failure, and six attempts are all', async () => {
  const played = play([1, 2, 3, 4, 5, 6, 7].map((status) => error({ status, mayBeCharged: status === 6 })))
  await expect(played.generate()).rejects.toMatchObject({
    code: 'model-failed',
    message: 'acme:m: after 6 attempts: 6',
    cause: { mayBeCharged: true },
  })
  expect(played.sent).toBe(6)
  expect(played.clock.waits).toEqual([250, 500, 1000, 2000, 4000])
})

describe('a wait that the provider asks for', () => {
  test('is kept', async () => {
    const played = play([error({ ...busy, retryAfterMs: 7000 })])
    expect(await played.generate()).toEqual(response)
    expect(played.clock.waits).toEqual([7250])
  })

  test('is rejected if it is too long', async () => {
    const played = play([error({ ...busy, retryAfterMs: 3_600_000 })], { maxWaitMs: 60_000 })
    await expect(played.generate()).rejects.toMatchObject({
      code: 'model-failed',
      message:
        'acme:m: 429; the provider asks to wait 3600 s, more than the 60 s of maxWaitMs: try again later',
    })
    expect([played.sent, played.clock.waits]).toEqual([1, []])
  })
})

test.each([
  [400, 'change the request: asking again would not help'],
  [401, 'check the environment variable ACME_KEY'],
  [402, "check the account's credit"],
  [403, 'check what the environment variable ACME_KEY is allowed to use'],
  [404, "check the model's name and the base URL"],
  [413, 'shorten the prompt'],
  [429, "check the account's quota"],
])('a refusal with %i is final, and says: %s', async (status, advice) => {
  const played = play([error({ status, retryable: false })], { keyVariable: 'ACME_KEY' })
  await expect(played.generate()).rejects.toMatchObject({
    code: 'model-refused',
    message: `acme:m: ${status}; ${advice}`,
  })
  expect(played.sent).toBe(1)
})

test.each([0, 1.5, Number.NaN])('rejects %s attempts', (attempts) => {
  expect(() => play([], { attempts })).toThrow(expect.objectContaining({ code: 'invalid-option' }))
})

test.each([0, 1.5, Number.NaN])('rejects %s tokens a minute', (tokensPerMinute) => {
  expect(() => play([], { tokensPerMinute })).toThrow(expect.objectContaining({ code: 'invalid-option' }))
})

test('what is no failure of the provider is passed on', async () => {
  const bug = new TypeError('a bug')
  await expect(play([bug]).generate()).rejects.toBe(bug)
})

describe('onRetry', () => {
  test('hears of each failure but the last, before the next attempt', async () => {
    const heard: (FailedAttempt | number)[] = []
    const played = play([error({ mayBeCharged: true }), error(busy), error()], { attempts: 3 })
    const onRetry = async (failure: FailedAttempt): Promise<void> => {
      await Promise.resolve()
      heard.push(failure, played.sent)
    }
    await expect(played.generate({ onRetry })).rejects.toMatchObject({ code: 'model-failed' })
    expect(heard).toEqual([
      { code: 'model-failed', message: 'lost', mayBeCharged: true },
      1,
      { code: 'model-failed', message: '429', mayBeCharged: false },
      2,
    ])
  })

  test('ends the call with what it throws', async () => {
    const played = play([error()])
    const onRetry = (): Promise<void> => Promise.reject(new Error('too dear'))
    await expect(played.generate({ onRetry })).rejects.toThrow('too dear')
    expect(played.sent).toBe(1)
  })
})

describe('the limiter', () => {
  test('hears of too many requests', async () => {
    const limiter = rateLimiter()
    await play([error(busy), error({ status: 529 }), error()], { limiter }).generate()
    expect(limiter.snapshot()).toEqual({ limit: 2, inFlight: 0, waiting: 0, limited: 2 })
  })

  test('hears what an attempt may use and what it used: nothing if that is certain', async () => {
    const asked: unknown[] = []
    const ended: unknown[] = []
    const whole = rateLimiter()
    const limiter: Limiter = {
      ...whole,
      acquire: async (place) => {
        asked.push([place?.tokens, place?.tokensPerMinute])
        const release = await whole.acquire(place)
        return (...how) => {
          ended.push(how)
          release(...how)
        }
      },
    }
    const usage = { inputTokens: 1_000, outputTokens: 50 }
    const failures = [
      error(busy),
      error({ status: 529 }),
      error({ mayBeCharged: true }),
      new TypeError('a bug'),
    ]
    const played = play(failures, { limiter, tokensPerMinute: 9_000, answer: { ...response, usage } })
    const prompt = 'x'.repeat(4_000)
    await expect(played.generate({ prompt })).rejects.toThrow('a bug')
    await played.generate({ prompt })
    await played.generate({ prompt })
    expect(ended).toEqual([
      ['limited', 0],
      ['overloaded', 0],
      ['failed', 1_500],
      ['failed', 1_500],
      ['answered', 1_050],
      ['answered', 1_050],
    ])
    expect(asked).toEqual([...Array(5).fill([1_500, 9_000]), [1_443.75, 9_000]])
  })

  test('gives the place of a call that waits to another one', async () => {
    const limiter = rateLimiter({ initial: 1 })
    const waiting = play([error({ retryAfterMs: 600_000 })], { limiter, maxWaitMs: 600_000 })
    const controller = new AbortController()
    const call = waiting.generate({ signal: controller.signal })
    expect(await play([], { limiter }).generate()).toEqual(response)
    expect(waiting.clock.pending()).toBe(1)
    controller.abort(new Error('enough'))
    await expect(call).rejects.toThrow('enough')
    expect([waiting.sent, waiting.clock.pending()]).toEqual([1, 0])
  })

  test('lets go who is aborted while it waits for a place', async () => {
    const limiter = rateLimiter({ initial: 1 })
    const release = await limiter.acquire()
    const controller = new AbortController()
    const played = play([], { limiter })
    const call = played.generate({ signal: controller.signal })
    expect(limiter.snapshot().waiting).toBe(1)
    controller.abort(new Error('enough'))
    await expect(call).rejects.toThrow('enough')
    release('answered')
    expect([played.sent, limiter.snapshot().inFlight, limiter.snapshot().waiting]).toEqual([0, 0, 0])
  })
})

test('doubles with each failure up to the cap', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 8].map((failures) => backoff(failures, 0.5, {}))
  expect(waits).toEqual([250, 500, 1000, 2000, 4000, 8000, 15_000, 15_000])
  expect(backoff(3, 0.5, { baseMs: 10, capMs: 30 })).toBe(15)
})

test('a wait that the provider names is kept, with a little jitter', () => {
  expect(backoff(5, 0, {}, 7000)).toBe(7000)
  expect(backoff(5, 0.5, { baseMs: 100 }, 7000)).toBe(7050)
  expect(backoff(5, 0.5, {}, 0)).toBe(4000)
})

test('is never below 0 or what the provider names, nor above the cap', () => {
  const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2000 }), random, fc.nat(100_000), (failures, chance, asked) => {
      const wait = backoff(failures, chance, { baseMs: 500, capMs: 30_000 })
      expect(wait).toBeGreaterThanOrEqual(0)
      expect(wait).toBeLessThanOrEqual(30_000)
      expect(backoff(failures, chance, {}, asked)).toBeGreaterThanOrEqual(asked)
    }),
  )
})

test('a model sends no more at once than its own limit', async () => {
  const under = { way: 0, most: 0 }
  const ends: (() => void)[] = []
  const generate = overTransport(
    async () => {
      under.way += 1
      under.most = Math.max(under.most, under.way)
      await new Promise<void>((resolve) => ends.push(resolve))
      under.way -= 1
      return response
    },
    { id: 'acme:m', limiter: rateLimiter(), concurrency: 2 },
  )
  const calls = Array.from({ length: 5 }, () => generate({ prompt: 'p' }))
  for (let ended = 0; ended < 5; ended += 1) {
    while (ends.length === 0) await new Promise((resolve) => setImmediate(resolve))
    ends.shift()?.()
  }
  expect(await Promise.all(calls)).toHaveLength(5)
  expect(under.most).toBe(2)
})
