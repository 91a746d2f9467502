import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { memorySessions } from '@skill-state/agent'
import { expect, test } from 'vitest'
import { orderDesk } from './agent.ts'
import { demoModel, demoShop } from './demo.ts'
import { serve } from './server.ts'

test('streams a turn only to the customer who is signed in', async () => {
  const server = serve(
    orderDesk(demoModel, demoShop()),
    memorySessions(),
    ({ headers }) => headers.authorization,
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/messages`
  const post = (headers: Record<string, string>): Promise<Response> =>
    fetch(url, { method: 'POST', body: 'Where is order W7?', headers })
  expect((await post({})).status).toBe(401)
  expect(await (await post({ authorization: 'ada' })).text()).toContain('"text":"W7 is on its way."')
  server.close()
})
