// For a test: a worker of sessions in a process of its own. Says `ready` once it works.
import { hostDesk } from '@skill-state/agent/conformance'
import { openDatabase } from '../src/database/database.ts'
import { openSessionQueue } from '../src/sessions/session-queue.ts'
import { openEmptyTurns } from './empty-turns.ts'

const [, , url = '', world = '', version = ''] = process.argv
const database = await openDatabase(url)
const queue = await openSessionQueue(database)
await queue.work({ agent: hostDesk(world, Number(version)), concurrency: 4 })
await (await openEmptyTurns(database)).work(4)
process.send?.('ready')
