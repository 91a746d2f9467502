import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LimitReached } from './limits.ts'
import { Meter, reserveAll } from './meter.ts'

const tokens = (count: number) => ({ tokens: count, costUsd: 0 })

it('lets through what fits, and nothing that could pass the limit', async () => {
  const spending = new Meter({ tokens: 100 })
  const first = await spending.reserve(tokens(60))
  first.settle(tokens(20))
  const second = await spending.reserve(tokens(80))
  second.settle(undefined)
  expect(spending.spent.tokens).toBe(100)
  await expect(spending.reserve(tokens(1))).rejects.toThrow(
    "100 tokens of the run's 100 tokens are spent, and the next call could use 1 tokens",
  )
})

it('waits for a call in flight if what it holds back decides', async () => {
  const spending = new Meter({ costUsd: 1 })
  const first = await spending.reserve({ tokens: 5, costUsd: 0.7 })
  let second: unknown
  const waiting = spending.reserve({ tokens: 5, costUsd: 0.6 }).then((reservation) => {
    second = reservation
  })
  await Promise.resolve()
  expect(second).toBeUndefined()
  first.settle({ tokens: 5, costUsd: 0.3 })
  first.settle({ tokens: 5, costUsd: 0.3 })
  await waiting
  expect(second).toBeDefined()
  expect(spending.spent.costUsd).toBeCloseTo(0.3)
})

it('gives up waiting if the call in flight leaves too little', async () => {
  const spending = new Meter({ costUsd: 1 }, { spent: { tokens: 0, costUsd: 0.2 } })
  const first = await spending.reserve({ tokens: 5, costUsd: 0.7 })
  const waiting = spending.reserve({ tokens: 5, costUsd: 0.5 })
  first.settle({ tokens: 5, costUsd: 0.6 })
  await expect(waiting).rejects.toThrow(LimitReached)
})

it('takes room in all, or in none', async () => {
  const wide = new Meter({ tokens: 100 }, { scope: 'session' })
  const narrow = new Meter({ tokens: 10 }, { scope: 'message' })
  const denied = reserveAll([wide, narrow], tokens(50))
  await expect(denied).rejects.toThrow(
    "0 tokens of the message's 10 tokens are spent, and the next call could use 50 tokens",
  )
  expect([wide.spent.tokens, narrow.spent.tokens]).toEqual([0, 0])
  const whole = await wide.reserve(tokens(100)) // nothing is held back
  whole.settle(tokens(0))
  const both = await reserveAll([wide, narrow], tokens(10))
  both.settle(tokens(4))
  expect([wide.spent.tokens, narrow.spent.tokens]).toEqual([4, 4])
})

it('counts dollars to a billionth, and no further', async () => {
  const spending = new Meter({ costUsd: 0.3 })
  for (const costUsd of [0.1, 0.1, 0.1]) (await spending.reserve({ tokens: 1, costUsd })).settle(undefined)
  await expect(spending.reserve({ tokens: 1, costUsd: 1e-6 })).rejects.toMatchObject({
    scope: 'run',
    limit: 'costUsd',
    max: 0.3,
    next: 1e-6,
  })
})

it('never passes a limit, whatever the order in which calls end', async () => {
  const call = fc.record({
    most: fc.integer({ min: 1, max: 50 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  const law = fc.asyncProperty(
    fc.array(call, { maxLength: 30 }),
    fc.scheduler(),
    async (calls, scheduler) => {
      const spending = new Meter({ tokens: 100 })
      const running = calls.map(async ({ most, share }) => {
        const reservation = await spending.reserve(tokens(most)).catch(() => undefined)
        if (reservation === undefined) return
        await scheduler.schedule(Promise.resolve())
        reservation.settle(tokens(Math.floor(most * share)))
        expect(spending.spent.tokens).toBeLessThanOrEqual(100)
      })
      await scheduler.waitFor(Promise.all(running))
      expect(spending.spent.tokens).toBeLessThanOrEqual(100)
    },
  )
  await fc.assert(law, { numRuns: 100 })
})
