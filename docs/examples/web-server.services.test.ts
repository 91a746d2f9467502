import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { memorySessions } from '@skill-state/agent'
import { scripted } from '@skill-state/models'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookingAgent } from './booking-agent.ts'
import { serve } from './web-server.ts'

const booking = { flight: 'AZ1', price: 620 }
const replies = [
  { state_patch: { bookings: { B1: booking } }, action: { book: booking } },
  { state_patch: {}, action: { reply: 'Booked.' } },
].map((each) => `\`\`\`json\n${JSON.stringify(each)}\n\`\`\``)
const airline = { search: async () => [], book: async () => 'B1', cancel: async () => 'cancelled' }

const store = memorySessions()
const server = serve(bookingAgent(scripted(replies), airline), store)
let address = ''
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/customers/ada`
})
afterAll(() => void server.close())

async function post(path: string, body: string): Promise<string> {
  return await (await fetch(`${address}/${path}`, { method: 'POST', body })).text()
}

test('streams a turn, waits for an approval across requests, and continues', async () => {
  const first = await post('messages', 'Book AZ1')
  expect(first).toContain('event: approval-needed')
  expect(first).toContain('"reason":"approval"')
  const second = await post('approvals/0', 'yes')
  expect(second).toContain('event: reply\ndata: {"type":"reply","step":1,"text":"Booked.","final":true}')
  expect((await fetch(`${address}/nothing`, { method: 'POST' })).status).toBe(404)
})
