import { fork } from 'node:child_process'
import { on, once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Database, openDatabase, postgresSessions } from '@skill-state/postgres/sessions'
import { startTestServer, type TestServer } from '@skill-state/postgres/testing'
import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Desk } from './booking/desk.ts'
import { bookingAgent } from './booking-agent.ts'
import { serve } from './web-server.ts'
import { handOver, openQueue, work } from './worker.ts'

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

async function post(address: string, body: string, id = ''): Promise<string> {
  const headers: Record<string, string> = id === '' ? {} : { 'idempotency-key': id }
  return await (await fetch(address, { method: 'POST', body, headers })).text()
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
  let rest = 'journal-conflict'
  while (rest.includes('journal-conflict')) rest = await post(`${other}/messages`, 'Cancel booking B1.', 'm3')
  expect(rest).toContain('event: turn-ended')
  // A call that was cut off before it began is told to the model as unknown, so it may be missing, never doubled.
  expect(desk.calls.filter((call) => call === 'cancel B1').length).toBeLessThan(2)
})

test('answers an address that it does not know', async () => {
  expect((await fetch(`${addresses[0]}/nothing`, { method: 'POST' })).status).toBe(404)
})

test('a worker continues with the turn of one that failed, and messages of a session wait for each other', async () => {
  const { pool } = databases[0] as Database
  const db = { executeSql: (text: string, values?: unknown[]) => pool.query(text, values) }
  const boss = new PgBoss({ db, schedule: false, supervise: false })
  await boss.start()
  await openQueue(boss)
  const world = new Desk()
  const [agent, store] = [bookingAgent(world.model(), world), postgresSessions(databases[0] as Database)]
  const ended = Promise.withResolvers<void>()
  let breaks = true
  await work(boss, agent, store, async (_, event) => {
    if (event.type === 'tool-ended' && breaks) {
      breaks = false
      throw new Error('the connection to the web server broke')
    }
    if (world.calls.length === 2 && event.type === 'turn-ended') ended.resolve()
  })
  await handOver(boss, { session: 'bob', id: 'm1', text: 'Book flight ROM7 for 400 euros.' })
  await handOver(boss, { session: 'bob', id: 'm2', text: 'Cancel booking B1.' })
  await ended.promise
  await boss.stop()
  const said = (await agent.open({ id: 'bob', store })).messages(9).filter(({ by }) => by === 'agent')
  expect(said.map(({ text }) => text)).toEqual(['Booked as B1.', 'B1 is cancelled.'])
  expect(world.calls).toEqual(['book ROM7', 'cancel B1'])
})

/** What a worker in a process of its own asked of the airline until it was killed, at an event of a step. */
async function killedAt(event: string, step: number, url: string): Promise<readonly string[]> {
  const child = fork(new URL('booking/turn-worker.ts', import.meta.url), [url, event, `${step}`], {
    execArgv: ['--conditions=@skill-state/source'],
  })
  for await (const [told] of on(child, 'message', { close: ['exit'] })) {
    const { last, calls } = told as { last: boolean; calls: readonly string[] }
    if (!last) continue
    child.kill('SIGKILL')
    await once(child, 'exit')
    return calls
  }
  throw new Error(`the worker ended before ${event} of step ${step}`)
}

test('a session continues in other processes when its workers are killed, with each message and booking once', async () => {
  const url = await postgres.createDatabase()
  await using database = await openDatabase(url)
  const db = { executeSql: (text: string, values?: unknown[]) => database.pool.query(text, values) }
  const boss = new PgBoss({ db, schedule: false, superviseIntervalSeconds: 1, monitorIntervalSeconds: 1 })
  await boss.start()
  await openQueue(boss)
  const world = new Desk()
  const [agent, store] = [bookingAgent(world.model(), world), postgresSessions(database)]
  const texts = ['Book flight ROM7 for 400 euros.', 'Cancel booking B1.']
  for (const [index, text] of texts.entries()) await handOver(boss, { session: 'eve', id: `m${index}`, text })
  const calls: string[] = []
  // The result of step 0 is in the journal before step 1 begins.
  for (const event of ['model-called', 'reply']) {
    calls.push(...(await killedAt(event, 1, url)))
    await database.pool.query(`update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute'`) // time passes
  }
  const ended = Promise.withResolvers<void>()
  await work(boss, agent, store, async (_, event) => {
    if (world.calls.length === 1 && event.type === 'turn-ended') ended.resolve()
  })
  await ended.promise
  await boss.stop()
  const said = (await agent.open({ id: 'eve', store })).messages(9).map(({ text }) => text)
  expect(said).toEqual([texts[0], 'Booked as B1.', texts[1], 'B1 is cancelled.'])
  expect([...calls, ...world.calls]).toEqual(['book ROM7', 'cancel B1'])
})
