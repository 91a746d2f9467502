import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Limiter, type Outcome, type Release, rateLimiter } from './limiter.ts'

/** Takes so many places, each of which must be free. */
async function take(limiter: Limiter, count: number): Promise<readonly Release[]> {
  const releases: Release[] = []
  for (let index = 0; index < count; index += 1) releases.push(await limiter.acquire())
  return releases
}

const limitOf = (limiter: Limiter): number => limiter.snapshot().limit

describe('the limit', () => {
  test('rises by one when as many calls as it allows at once are answered', async () => {
    const limiter = rateLimiter({ initial: 4, max: 6 })
    for (const expected of [5, 6, 6]) {
      for (let answered = 0; answered < 6; answered += 1) {
        const releases = await take(limiter, limitOf(limiter))
        releases.at(0)?.('answered')
        for (const release of releases.slice(1)) release('failed')
      }
      expect(limitOf(limiter)).toBe(expected)
    }
  })

  test('stays where it is while there is room', async () => {
    const limiter = rateLimiter({ initial: 4 })
    for (let call = 0; call < 50; call += 1) (await limiter.acquire())('answered')
    expect(limitOf(limiter)).toBe(4)
  })

  test('is halved once for the calls that were under way together', async () => {
    const limiter = rateLimiter({ initial: 8 })
    for (const release of await take(limiter, 8)) release('limited')
    expect(limiter.snapshot()).toEqual({ limit: 4, inFlight: 0, waiting: 0, limited: 8 })
    for (const release of await take(limiter, 4)) release('limited')
    expect(limitOf(limiter)).toBe(2)
  })

  test('never falls below one place', async () => {
    const limiter = rateLimiter({ initial: 3 })
    for (let call = 0; call < 5; call += 1) (await limiter.acquire())('limited')
    expect(limitOf(limiter)).toBe(1)
  })
})

test.each([{ max: 0 }, { max: Number.NaN }])('rejects limits such as %j', (options) => {
  expect(() => rateLimiter(options)).toThrow(expect.objectContaining({ code: 'invalid-option' }))
})

test('a place is given back once', async () => {
  const limiter = rateLimiter({ initial: 2 })
  const [first] = await take(limiter, 2)
  first?.('failed')
  first?.('failed')
  expect(limiter.snapshot().inFlight).toBe(1)
})

test('who is aborted before it begins takes no place', async () => {
  const limiter = rateLimiter()
  const reason = new Error('enough')
  await expect(limiter.acquire({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  expect(limiter.snapshot()).toMatchObject({ inFlight: 0, waiting: 0 })
})

interface Caller {
  readonly controller: AbortController
  state: 'waiting' | 'running' | 'aborted' | 'done'
  release?: Release
}

/** Lets the promises that are due settle. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const outcomes = fc.constantFrom<Outcome>('answered', 'limited', 'failed')
const steps = fc.oneof(
  fc.record({ do: fc.constant('come' as const) }),
  fc.record({ do: fc.constant('leave' as const), who: fc.nat(20), outcome: outcomes }),
  fc.record({ do: fc.constant('abort' as const), who: fc.nat(20) }),
)
const limits = fc.record({ initial: fc.integer({ min: 1, max: 5 }), max: fc.integer({ min: 1, max: 8 }) })

test('never more than the limit begin, in their order, none is lost, and an abort frees its place', async () => {
  await fc.assert(
    fc.asyncProperty(limits, fc.array(steps, { maxLength: 60 }), async (options, script) => {
      const limiter = rateLimiter(options)
      const callers: Caller[] = []
      const begun: number[] = []
      const inState = (state: Caller['state']): Caller[] => callers.filter((caller) => caller.state === state)

      const come = (): void => {
        const caller: Caller = { controller: new AbortController(), state: 'waiting' }
        const index = callers.push(caller) - 1
        limiter.acquire({ signal: caller.controller.signal }).then(
          (release) => {
            begun.push(index)
            Object.assign(caller, { state: 'running', release })
          },
          () => {
            caller.state = 'aborted'
          },
        )
      }
      const leave = (caller: Caller | undefined, outcome: Outcome): void => {
        caller?.release?.(outcome)
        if (caller) caller.state = 'done'
      }
      const check = (runningBefore: number): void => {
        const { limit, inFlight, waiting } = limiter.snapshot()
        expect(inFlight).toBe(inState('running').length)
        expect(waiting).toBe(inState('waiting').length)
        expect(inFlight).toBeLessThanOrEqual(Math.max(limit, runningBefore))
        if (waiting > 0) expect(inFlight).toBeGreaterThanOrEqual(limit)
        expect(limit).toBeGreaterThanOrEqual(1)
        expect(limit).toBeLessThanOrEqual(options.max)
      }

      for (const step of script) {
        const running = inState('running')
        if (step.do === 'come') come()
        if (step.do === 'leave') leave(running[step.who % running.length], step.outcome)
        if (step.do === 'abort') callers[step.who % callers.length]?.controller.abort()
        await settle()
        check(running.length)
      }
      while (inState('running').length > 0) {
        for (const caller of inState('running')) leave(caller, 'limited')
        await settle()
      }
      expect(inState('waiting')).toEqual([])
      expect(limiter.snapshot()).toMatchObject({ inFlight: 0, waiting: 0 })
      expect(begun).toEqual(begun.toSorted((a, b) => a - b))
    }),
    { numRuns: 200 },
  )
})
