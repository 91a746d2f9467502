import { setTimeout as sleep } from 'node:timers/promises'
import type { Model } from '@skill-state/protocol'
import { testLimits } from '@skill-state/protocol/conformance'
import { generateMetered, LimitReached, type Limits } from '@skill-state/protocol/meter'
import { describe, expect, test } from 'vitest'
import { useDatabase } from '../../test/use-database.ts'
import type { Database } from '../database/database.ts'
import { keepAlive } from '../queue/keep-alive.ts'
import { openSuite } from '../queue/suites.ts'
import { fleetSpending } from './fleet-spending.ts'

let database: Database
useDatabase((opened) => {
  database = opened
})

/** Spendings of two workers of one suite, of which the second says that it lives where asked. */
async function pair(suite: string, tokens: number): Promise<ReturnType<typeof fleetSpending>[]> {
  await openSuite(database, { name: suite, version: '1', plan: {}, limits: { tokens } }, [])
  return ['a', 'b'].map((worker) => {
    const spending = fleetSpending(database, suite, `${suite} ${worker}`)
    spending.begin({ tokens })
    return spending
  })
}

test('workers together never spend more than the limit', async () => {
  const spendings = await pair('together', 100)
  const releases = await Promise.all(['a', 'b'].map((worker) => keepAlive(database, `together ${worker}`)))
  let [used, refused] = [0, 0]
  const call = async (index: number): Promise<void> => {
    try {
      const reservation = await spendings[index % 2]?.reserve({ tokens: 20, costUsd: 0 })
      used += 11
      reservation?.settle({ tokens: 11, costUsd: 0 })
    } catch (error) {
      if (!(error instanceof LimitReached)) throw error
      refused += 1
    }
  }
  await Promise.all(Array.from({ length: 20 }, (_, index) => call(index)))
  expect(used).toBe(88) // the next call could pass 100
  expect(refused).toBe(12)
  for (const release of releases) await release()
})

describe('the limits of a suite, each of whose workers dies', () => {
  let suites = 0
  const open = () => {
    const suite = `law-${suites++}`
    let workers = 0
    return async (model: Model, limits: Limits): Promise<void> => {
      await openSuite(database, { name: suite, version: '1', plan: {}, limits }, [])
      const spending = fleetSpending(database, suite, `${suite} ${workers++}`)
      spending.begin(limits)
      for (let call = 0; call < 5; call += 1)
        await generateMetered(model, { prompt: 'Hello.' }, { spendings: [spending] }).catch(unlessReached)
    }
  }
  for (const { name, run } of testLimits({ open, reply: 'Noted.', cases: 20 })) test(name, run)
})

function unlessReached(error: unknown): void {
  if (error instanceof LimitReached) throw error
}

test('what a dead worker held back counts as used', async () => {
  const [dead, alive] = await pair('dead', 100)
  await dead?.reserve({ tokens: 60, costUsd: 0 })
  await alive?.reserve({ tokens: 40, costUsd: 0 })
  await expect(alive?.reserve({ tokens: 1, costUsd: 0 })).rejects.toThrow(LimitReached)
})

test('limits that are set anew hold for calls of episodes under way', async () => {
  const [spending] = await pair('anew', 100)
  const limit = (tokens?: number): Promise<unknown> => {
    const limits = tokens === undefined ? {} : { tokens }
    return openSuite(database, { name: 'anew', version: '1', plan: {}, limits }, [])
  }
  await limit(10)
  await expect(spending?.reserve({ tokens: 11, costUsd: 0 })).rejects.toThrow(/of the run's 10 tokens/)
  await limit(1_000)
  await spending?.reserve({ tokens: 500, costUsd: 0 })
  await limit()
  await spending?.reserve({ tokens: 5_000, costUsd: 0 })
})

test('a suite that had no limits gets one while it is played', { timeout: 60_000 }, async () => {
  const suite = { name: 'late', version: '1', plan: {} }
  await openSuite(database, { ...suite, limits: {} }, [])
  const spending = fleetSpending(database, 'late', 'late a')
  spending.begin({})
  await spending.reserve({ tokens: 50, costUsd: 0 })
  await openSuite(database, { ...suite, limits: { tokens: 10 } }, [])
  const untilRejected = async (): Promise<never> => {
    for (;;) {
      await sleep(10)
      await spending.reserve({ tokens: 50, costUsd: 0 })
    }
  }
  await expect(untilRejected()).rejects.toThrow(LimitReached)
})

test('a call that waits for what others hold back waits no longer when it is told to end', async () => {
  const [first] = await pair('ended', 100)
  const release = await keepAlive(database, 'ended a')
  await first?.reserve({ tokens: 60, costUsd: 0 })
  const ending = new AbortController()
  const second = fleetSpending(database, 'ended', 'ended b', { signal: ending.signal })
  second.begin({ tokens: 100 })
  const waiting = second.reserve({ tokens: 60, costUsd: 0 })
  ending.abort(new Error('ended'))
  await expect(waiting).rejects.toThrow('ended')
  await release()
})

test('a call that asks again after its connection broke does not wait for what it holds back itself', async () => {
  await openSuite(database, { name: 'again', version: '1', plan: {}, limits: { tokens: 100 } }, [])
  const ask = async (id: string): Promise<boolean | undefined> => {
    const { rows } = await database.pool.query<{ taken: boolean }>(
      `select taken from skill_state.reserve('again', $1, 'again worker', 60, 0)`,
      [id],
    )
    return rows[0]?.taken
  }
  expect([await ask('first'), await ask('first'), await ask('second')]).toEqual([true, true, false])
  const { rows } = await database.pool.query(`select from skill_state.reservations where suite = 'again'`)
  expect(rows).toHaveLength(1)
})

test('a call of a suite that is gone says so', async () => {
  const [spending] = await pair('gone', 100)
  await database.pool.query(`delete from skill_state.suites where name = 'gone'`)
  await expect(spending?.reserve({ tokens: 1, costUsd: 0 })).rejects.toThrow(
    'there is no suite "gone" any more',
  )
})
