// For a test: a worker of sessions in a process of its own. Says `ready` once it works.
import { hostDesk } from '@skill-state/agent/conformance'
import { openDatabase } from '../src/database/database.ts'
import { openSessionQueue } from '../src/sessions/session-queue.ts'

const [, , url = '', world = '', version = ''] = process.argv
const queue = await openSessionQueue(await openDatabase(url))
await queue.work({ agent: hostDesk(world, Number(version)) })
process.send?.('ready')
