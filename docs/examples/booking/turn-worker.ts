// For a test: a worker of `worker.ts` in a process of its own. Tells its parent what happens, and stops at an event of the
// type and step that are named, so that it can be killed exactly there.
import { openDatabase, postgresSessions } from '@skill-state/postgres/sessions'
import { PgBoss } from 'pg-boss'
import { bookingAgent } from '../booking-agent.ts'
import { work } from '../worker.ts'
import { Desk } from './desk.ts'

const [, , url = '', type, step] = process.argv
const database = await openDatabase(url)
const boss = new PgBoss({
  db: { executeSql: (text, values) => database.pool.query(text, values) },
  schedule: false,
  supervise: false,
})
await boss.start()
const desk = new Desk()
await work(boss, bookingAgent(desk.model(), desk), postgresSessions(database), async (_, event) => {
  const last = event.type === type && 'step' in event && event.step === Number(step)
  process.send?.({ last, calls: desk.calls })
  if (last) await new Promise(() => {})
})
