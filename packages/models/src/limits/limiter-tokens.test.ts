import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fakeClock } from '../../test/fake-clock.ts'
import { type Limiter, type Outcome, type Release, rateLimiter } from './limiter.ts'

const MINUTE_MS = 60_000
const inMinute = (limiter: Limiter): number | undefined => limiter.snapshot().tokensPerMinute

/** Lets the promises that are due settle. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A limiter that has seen calls of 100 tokens: one rejected, so many answered in less than a minute, and one rejected. */
async function refusedAfter(calls: number) {
  const clock = fakeClock()
  const limiter = rateLimiter({ clock })
  ;(await limiter.acquire({ tokens: 100 }))('limited')
  for (let call = 0; call < calls; call += 1) {
    await clock.advance(5_000)
    ;(await limiter.acquire({ tokens: 100 }))('answered')
  }
  expect(inMinute(limiter)).toBeUndefined()
  ;(await limiter.acquire({ tokens: 100 }))('limited')
  return { clock, limiter }
}

describe('the limit that is learned', () => {
  test('is a share of what flowed, once fewer places did not prevent a refusal', async () => {
    const { limiter } = await refusedAfter(10)
    expect(limiter.snapshot()).toEqual({
      limit: 2,
      tokensPerMinute: 800,
      inFlight: 0,
      waiting: 0,
      limited: 2,
    })
  })

  test('is lowered once by calls that were under way together', async () => {
    const { limiter, clock } = await refusedAfter(10)
    await clock.advance(2 * MINUTE_MS)
    const both = [await limiter.acquire({ tokens: 100 }), await limiter.acquire({ tokens: 100 })]
    for (const release of both) release('limited')
    expect(inMinute(limiter)).toBe(800)
  })

  test('is lowered once more by the fifth refusal in a row, and no more, as in an outage', async () => {
    const { limiter, clock } = await refusedAfter(10)
    await clock.advance(MINUTE_MS / 2)
    const limits: (number | undefined)[] = []
    for (let call = 0; call < 8; call += 1) {
      void limiter.acquire({ tokens: 100 }).then((release) => release('limited'))
      await settle()
      await clock.advance(1_000)
      limits.push(inMinute(limiter))
    }
    expect(limits).toEqual([800, 800, 800, 480, 480, 480, 480, 480])
  })

  test('is unknown if nothing flowed before the first refusals', async () => {
    const { limiter } = await refusedAfter(0)
    for (let call = 0; call < 20; call += 1) (await limiter.acquire({ tokens: 100 }))('limited')
    expect(inMinute(limiter)).toBeUndefined()
  })

  test('is unknown if places fell and have risen again', async () => {
    const limiter = rateLimiter({ initial: 2 })
    for (let round = 0; round < 20; round += 1) {
      ;(await limiter.acquire({ tokens: 100 }))('limited')
      ;(await limiter.acquire({ tokens: 100 }))('answered')
    }
    expect(inMinute(limiter)).toBeUndefined()
  })

  test('is unknown if everybody is rejected', async () => {
    const limiter = rateLimiter()
    for (let round = 0; round < 20; round += 1) {
      ;(await limiter.acquire({ tokens: 100 }))('overloaded')
      ;(await limiter.acquire({ tokens: 100 }))('failed')
    }
    expect(limiter.snapshot()).toEqual({ limit: 1, inFlight: 0, waiting: 0, limited: 20 })
  })

  test('is never less than eight such calls at first, nor than one such call', async () => {
    const { limiter, clock } = await refusedAfter(1)
    expect(inMinute(limiter)).toBe(800)
    await clock.advance(2 * MINUTE_MS)
    ;(await limiter.acquire({ tokens: 5_000 }))('answered')
  })

  test('rises by 1, 2, 4 … times what is answered while a call has to wait for it, and only then', async () => {
    const { limiter, clock } = await refusedAfter(10)
    await clock.advance(2 * MINUTE_MS)
    const answer = async (): Promise<number | undefined> => {
      ;(await limiter.acquire({ tokens: 100 }))('answered')
      return inMinute(limiter)
    }
    const limits: (number | undefined)[] = []
    for (let call = 0; call < 12; call += 1) limits.push(await answer())
    expect(limits).toEqual([800, 800, 800, 800, 800, 800, 800, 900, 1_100, 1_100, 1_500, 1_500])
  })
})

test('what a call used counts in the place of what it was expected to use', async () => {
  const limiter = rateLimiter({ clock: fakeClock() })
  const place = { tokens: 600, tokensPerMinute: 1_000 }
  const first = await limiter.acquire(place)
  const second = limiter.acquire(place)
  await settle()
  expect(limiter.snapshot()).toMatchObject({ tokensPerMinute: 1_000, inFlight: 1, waiting: 1 })
  first('answered', 400)
  ;(await second)('failed', 0)
  ;(await limiter.acquire(place))('limited')
  ;(await limiter.acquire(place))('failed')
  void limiter.acquire({ tokens: 1, tokensPerMinute: 1_000 })
  await settle()
  expect(limiter.snapshot()).toMatchObject({ inFlight: 0, waiting: 1 })
})

test('a ceiling holds for calls that name none, as long as a call that names it is under way', async () => {
  const limiter = rateLimiter({ clock: fakeClock() })
  const named = await limiter.acquire({ tokens: 600, tokensPerMinute: 1_000 })
  const other = limiter.acquire({ tokens: 600 })
  await settle()
  expect(limiter.snapshot().waiting).toBe(1)
  named('answered')
  ;(await other)('answered')
})

test('a call that leaves lets those behind it begin, and no timer stays behind', async () => {
  const clock = fakeClock()
  const limiter = rateLimiter({ clock })
  await limiter.acquire({ tokens: 600, tokensPerMinute: 1_000 })
  const controller = new AbortController()
  const large = limiter.acquire({ tokens: 600, tokensPerMinute: 1_000, signal: controller.signal })
  const small = limiter.acquire({ tokens: 300, tokensPerMinute: 1_000 })
  await settle()
  expect([limiter.snapshot().waiting, clock.pending()]).toEqual([2, 1])
  controller.abort(new Error('enough'))
  await expect(large).rejects.toThrow('enough')
  await small
  expect([limiter.snapshot().waiting, clock.pending()]).toEqual([0, 0])
})

interface Call {
  readonly tokens: number
  begun?: number
  release?: Release
  ended?: number
}

const outcomes = fc.constantFrom<Outcome>('answered', 'answered', 'limited', 'overloaded', 'failed')
const steps = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('come' as const), tokens: fc.integer({ min: 1, max: 1_200 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('leave' as const), who: fc.nat(20), outcome: outcomes }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pass' as const), milliseconds: fc.nat(30_000) }) },
)

test('no minute has more than the ceiling, whatever moment of a call counts; each begins, in the order they came', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { maxLength: 80 }), async (script) => {
      const ceiling = 1_000
      const clock = fakeClock()
      const limiter = rateLimiter({ clock })
      const calls: Call[] = []
      const running = (): Call[] =>
        calls.filter(({ begun, ended }) => begun !== undefined && ended === undefined)

      const begin = (call: Call, release: Release): void => {
        Object.assign(call, { begun: clock.now(), release })
        const from = clock.now() - MINUTE_MS
        const counted = calls.filter(({ begun, ended = Infinity }) => begun !== undefined && ended >= from)
        const tokens = counted.reduce((total, each) => total + each.tokens, 0)
        if (counted.length > 1) expect(tokens).toBeLessThanOrEqual(ceiling)
        const before = calls.slice(0, calls.indexOf(call))
        expect(before.every(({ begun }) => begun !== undefined)).toBe(true)
      }
      const come = (tokens: number): void => {
        const call: Call = { tokens }
        calls.push(call)
        void limiter.acquire({ tokens, tokensPerMinute: ceiling }).then((release) => begin(call, release))
      }
      const leave = (call: Call | undefined, outcome: Outcome): void => {
        if (call === undefined) return
        call.ended = clock.now()
        call.release?.(outcome, call.tokens)
      }

      for (const step of script) {
        if (step.do === 'come') come(step.tokens)
        if (step.do === 'leave') leave(running()[step.who % running().length], step.outcome)
        if (step.do === 'pass') await clock.advance(step.milliseconds)
        await settle()
      }
      for (let left = calls.length; left > 0; left -= 1) {
        for (const call of running()) leave(call, 'answered')
        await clock.advance(MINUTE_MS + 1_000)
      }
      await settle()
      expect(calls.filter(({ begun }) => begun === undefined)).toEqual([])
      expect(clock.pending()).toBe(0)
    }),
    { numRuns: 200 },
  )
})
