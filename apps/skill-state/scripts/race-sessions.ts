// Lets several processes write to the same sessions at the same moment, each of which has messages to record and opens the
// session again after a conflict. Then checks that every journal is whole and holds every message once.
//
//   pnpm race:sessions [--races 10000] [--writers 2] [--messages 3] [--stores file,sqlite,postgres]
import { parseArgs } from 'node:util'
import { startTestServer } from '@skill-state/postgres/testing'
import { raceProcesses } from '../test/race-processes.ts'
import type { Kind } from '../test/session-store.ts'

const { values } = parseArgs({
  options: {
    races: { type: 'string', default: '10000' },
    writers: { type: 'string', default: '2' },
    messages: { type: 'string', default: '3' },
    stores: { type: 'string', default: 'file,sqlite,postgres' },
  },
})
const [races, writers, messages] = [Number(values.races), Number(values.writers), Number(values.messages)]

for (const kind of values.stores.split(',') as Kind[]) {
  await using server = kind === 'postgres' ? await startTestServer() : undefined
  const address = server === undefined ? '' : await server.createDatabase()
  const { conflicts, faults } = await raceProcesses(kind, address, { races, writers, messages })
  const verdict = faults.length === 0 ? 'nothing lost, nothing damaged' : faults.slice(0, 5).join('; ')
  process.stdout.write(
    `${kind}: ${races} races of ${writers} processes, ${conflicts} conflicts: ${verdict}\n`,
  )
  if (faults.length > 0) process.exitCode = 1
}
