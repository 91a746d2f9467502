import { SpendingLimitReached } from '@skill-state/eval'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Database } from './database.ts'
import { fleetSpending } from './fleet-spending.ts'
import { keepAlive } from './keep-alive.ts'
import { openSuite } from './suites.ts'
import { startTestServer, type TestServer } from './test-server.ts'

let server: TestServer
let database: Database
beforeAll(async () => {
  server = await startTestServer()
  database = await connect(await server.createDatabase())
})
afterAll(async () => {
  await database?.[Symbol.asyncDispose]()
  await server?.[Symbol.asyncDispose]()
})

/** Spendings of two workers of one suite, of which the second says that it lives where asked. */
async function pair(suite: string, tokens: number): Promise<ReturnType<typeof fleetSpending>[]> {
  await openSuite(database, { name: suite, version: '1', plan: {}, limits: { tokens } }, [])
  return ['a', 'b'].map((worker) => {
    const spending = fleetSpending(database, suite, `${suite} ${worker}`)
    spending.begin({ tokens }, { tokens: 0, cost: 0 })
    return spending
  })
}

test('workers together never spend more than the limit', async () => {
  const spendings = await pair('together', 100)
  const releases = await Promise.all(['a', 'b'].map((worker) => keepAlive(database, `together ${worker}`)))
  let [used, refused] = [0, 0]
  const call = async (index: number): Promise<void> => {
    try {
      const reservation = await spendings[index % 2]?.reserve({ tokens: 20, cost: 0 })
      used += 11
      reservation?.settle({ tokens: 11, cost: 0 })
    } catch (error) {
      if (!(error instanceof SpendingLimitReached)) throw error
      refused += 1
    }
  }
  await Promise.all(Array.from({ length: 20 }, (_, index) => call(index)))
  expect(used).toBe(88) // the next call could pass 100
  expect(refused).toBe(12)
  for (const release of releases) await release()
})

test('what a dead worker held back counts as used', async () => {
  const [dead, alive] = await pair('dead', 100)
  await dead?.reserve({ tokens: 60, cost: 0 })
  await alive?.reserve({ tokens: 40, cost: 0 })
  await expect(alive?.reserve({ tokens: 1, cost: 0 })).rejects.toThrow(SpendingLimitReached)
})
