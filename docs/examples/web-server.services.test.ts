import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Database, openDatabase, postgresSessions } from '@skill-state/postgres/sessions'
import { startTestServer, type TestServer } from '@skill-state/postgres/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Desk } from './booking/desk.ts'
import { bookingAgent } from './booking-agent.ts'
import { serve } from './web-server.ts'
import { handOver, work } from './worker.ts'

const desk = new Desk()
let postgres: TestServer
const databases: Database[] = []
const servers: Server[] = []

/** Starts a web server of its own on the one database, and gives its address. */
async function start(url: string): Promise<string> {
  const database = await openDatabase(url)
  const server = serve(bookingAgent(desk.model(), desk), postgresSessions(database))
  databases.push(database)
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/customers/ada`
}

/** Asks again, as a page does, while the process that answered last has not yet given the session up. */
async function post(address: string, body: string, id = ''): Promise<string> {
  const headers: Record<string, string> = id === '' ? {} : { 'idempotency-key': id }
  let answer = 'journal-conflict'
  while (answer.includes('journal-conflict'))
    answer = await (await fetch(address, { method: 'POST', body, headers })).text()
  return answer
}

let addresses: readonly string[] = []
beforeAll(async () => {
  postgres = await startTestServer()
  const url = await postgres.createDatabase()
  addresses = [await start(url), await start(url)]
})
afterAll(async () => {
  for (const server of servers) server.close()
  for (const database of databases) await database[Symbol.asyncDispose]()
  await postgres[Symbol.asyncDispose]()
})

test('streams a turn, waits for an approval, and continues in another process', async () => {
  const [one = '', other = ''] = addresses
  const asked = await post(`${one}/messages`, 'Book flight ROM7 for 620 euros.', 'm1')
  expect(asked).toContain('event: approval-needed')
  const again = await post(`${other}/messages`, 'Book flight ROM7 for 620 euros.', 'm1')
  expect(again).toContain('event: approval-needed')
  expect(desk.calls).toEqual([])
  const booked = await post(`${other}/approvals/0`, 'yes')
  expect(booked).toContain(
    'event: reply\ndata: {"type":"reply","step":1,"text":"Booked as B1.","final":true}',
  )
  expect(await post(`${one}/approvals/0`, 'yes')).toContain('step 0 does not wait for an approval')
  const listed = await post(`${one}/messages`, 'Which bookings do I have?', 'm2')
  expect(listed).toContain('"end":"replied"')
  expect(desk.calls).toEqual(['book ROM7'])
})

test('continues in another process with a turn whose reader went away', async () => {
  const [one = '', other = ''] = addresses
  const stop = new AbortController()
  const ask = { method: 'POST', body: 'Cancel booking B1.', headers: { 'idempotency-key': 'm3' } }
  const { body } = await fetch(`${one}/messages`, { ...ask, signal: stop.signal })
  await body?.getReader().read()
  stop.abort()
  expect(await post(`${other}/messages`, 'Cancel booking B1.', 'm3')).toContain('event: turn-ended')
  // A call that was cut off before it began is told to the model as unknown, so it may be missing, never doubled.
  expect(desk.calls.filter((call) => call === 'cancel B1').length).toBeLessThan(2)
})

test('answers an address that it does not know', async () => {
  expect((await fetch(`${addresses[0]}/nothing`, { method: 'POST' })).status).toBe(404)
})

test('a worker plays the messages that the web server hands over, in order', async () => {
  const url = await postgres.createDatabase()
  await using database = await openDatabase(url)
  const world = new Desk()
  const ended = Promise.withResolvers<void>()
  await using _ = await work(url, bookingAgent(world.model(), world), ({ type }) => {
    if (type === 'turn-ended' && world.calls.length === 2) ended.resolve()
  })
  await handOver(url, 'bob', 'm1', 'Book flight ROM7 for 400 euros.')
  await handOver(url, 'bob', 'm2', 'Cancel booking B1.')
  await ended.promise
  const agent = bookingAgent(world.model(), world)
  const said = (await agent.open({ id: 'bob', store: postgresSessions(database) })).messages(9)
  expect(said.filter(({ by }) => by === 'agent').map(({ text }) => text)).toEqual([
    'Booked as B1.',
    'B1 is cancelled.',
  ])
  expect(world.calls).toEqual(['book ROM7', 'cancel B1'])
})
