// Starts a Postgres of its own and a worker, and books a flight through the queue.
import { openSessionQueue } from '@skill-state/postgres/queue'
import { openDatabase } from '@skill-state/postgres/sessions'
import { startTestServer } from '@skill-state/postgres/testing'
import { bookRome } from './_on-host.ts'
import { airline, model } from './airline.ts'
import { bookingAgent } from './booking-agent.ts'
import { work } from './worker.ts'

await using server = await startTestServer()
const url = await server.createDatabase()
await using _worker = await work(url, bookingAgent(model, airline), () => {})
await using database = await openDatabase(url)
await using queue = await openSessionQueue(database)
await bookRome((command) => queue.tell('ada-1', command))
