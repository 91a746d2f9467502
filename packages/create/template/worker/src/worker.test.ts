import { startTestServer } from '@skill-state/postgres/testing'
import { expect, test } from 'vitest'
import { orderDesk } from './agent.ts'
import { demoModel, demoShop } from './demo.ts'
import { withQueue } from './queue.ts'

test('a worker plays the messages of a customer', { timeout: 60_000 }, async () => {
  await using postgres = await startTestServer()
  const url = await postgres.createDatabase()
  await withQueue(url, async (worker) => {
    await worker.work({ agent: orderDesk(demoModel, demoShop()) })
    const [answered, refund] = await withQueue(url, async (queue) => [
      await queue.tell('ada', { send: 'I am Ada. Where is order W7?' }),
      await queue.tell('ada', { send: 'Please refund order W7.' }),
    ])
    expect(answered?.reply).toBe('W7 is on its way.')
    expect(refund?.end).toBe('waiting')
  })
})
