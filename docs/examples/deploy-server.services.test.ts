import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { memorySessions } from '@skill-state/agent'
import { expect, test } from 'vitest'
import { Desk } from './booking/desk.ts'
import { bookingAgent } from './booking-agent.ts'
import { deployed } from './deploy-server.ts'

test('says whether it is healthy, answers a message, and ends once it is told to', async () => {
  const desk = new Desk()
  let up = true
  const ready = async (): Promise<void> => {
    if (!up) throw new Error('the database does not answer')
  }
  const server = deployed(bookingAgent(desk.model(), desk), memorySessions(), ready)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const health = async (): Promise<number> => (await fetch(`${url}/health`)).status
  expect(await health()).toBe(200)
  up = false
  expect(await health()).toBe(503)
  const headers = { connection: 'close' }
  const body = 'A flight to Rome for Ada, please.'
  const answer = await fetch(`${url}/customers/7/messages`, { method: 'POST', body, headers })
  expect(await answer.text()).toContain('ROM7 is the cheapest flight.')
  process.emit('SIGTERM')
  await once(server, 'close')
})
