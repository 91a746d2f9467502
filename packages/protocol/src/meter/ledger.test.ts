import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Charge } from './charge.ts'
import { Ledger, type Spent } from './ledger.ts'
import type { Limits } from './limits.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const most: Charge = { tokens: 100, costUsd: 0.5, usage: { inputTokens: 60, outputTokens: 40 } }
const used: Charge = {
  tokens: 30,
  costUsd: 0.1,
  usage: { inputTokens: 20, cachedInputTokens: 5, outputTokens: 10 },
}

/** A ledger of one process, and what it puts on record for the next one. */
function ledgerOn(records: Spent[], limits: Limits = { tokens: 1_000 }): Ledger {
  return new Ledger({
    limits: [{}, limits],
    recorded: () => records.at(-1) as unknown as Record<string, number>,
    record: (spent) => void records.push(spent),
  })
}

test('a call whose process died has spent the most that it could, and a settled one what it used', async () => {
  const records: Spent[] = []
  await ledgerOn(records).reserve(most)
  const next = ledgerOn(records)
  expect(next.spent).toEqual({
    calls: 1,
    inputTokens: 60,
    cachedInputTokens: 0,
    outputTokens: 40,
    costUsd: 0.5,
  })
  const call = await next.reserve(most)
  call.settle(used)
  await next.endTurn()
  expect(ledgerOn(records).spent).toEqual({
    calls: 2,
    inputTokens: 80,
    cachedInputTokens: 5,
    outputTokens: 50,
    costUsd: 0.6,
  })
})

test('a call that was not sent has spent nothing, and dollars without a price are not counted', async () => {
  const ledger = ledgerOn([])
  const first = await ledger.reserve(most)
  first.settle({ tokens: 0, costUsd: 0 })
  expect(ledger.spent.calls).toBe(0)
  const second = await ledger.reserve({ ...most, costUsd: Number.POSITIVE_INFINITY })
  second.settle({ ...most, costUsd: Number.POSITIVE_INFINITY })
  expect(ledger.spent).toMatchObject({ calls: 1, inputTokens: 60, outputTokens: 40, costUsd: 0 })
})

test('without a limit nothing is on record before a call, and after the turn what it used', async () => {
  const records: Spent[] = []
  const ledger = ledgerOn(records, { steps: 5 })
  const call = await ledger.reserve(most)
  expect(records).toEqual([])
  call.settle(used)
  await ledger.endTurn()
  await ledger.endTurn()
  expect(records).toMatchObject([{ calls: 1, inputTokens: 20 }])
})

test('the time of turns counts, whatever the clock of the machine says', async () => {
  const records: Spent[] = []
  const ledger = ledgerOn(records, { wallTimeMs: 5_000 })
  ledger.beginTurn()
  vi.advanceTimersByTime(700)
  vi.setSystemTime(Date.now() + 3_600_000)
  expect(ledger.spent.wallTimeMs).toBe(700)
  await ledger.endTurn()
  vi.advanceTimersByTime(900) // between turns
  const next = ledgerOn(records, { wallTimeMs: 5_000 })
  next.beginTurn()
  vi.setSystemTime(0)
  vi.advanceTimersByTime(50)
  expect(next.spent.wallTimeMs).toBe(750)
  expect(ledgerOn([]).spent).not.toHaveProperty('wallTimeMs')
})

test('it warns once that a model does not say what it uses, and only if a limit counts it', () => {
  const warnings: string[] = []
  const onWarning = (warning: string): void => void warnings.push(warning)
  const options = { recorded: () => undefined, record: () => {}, onWarning }
  const ledger = new Ledger({ ...options, limits: [{ costUsd: 1 }] })
  ledger.tellUnknown('small')
  ledger.tellUnknown('small')
  new Ledger({ ...options, limits: [{ wallTimeMs: 1, steps: 2 }] }).tellUnknown('large')
  expect(warnings).toEqual([
    'model small does not say how many tokens a reply used: each counts as the most that it could',
  ])
})
