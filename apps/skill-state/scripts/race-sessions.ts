// Lets several processes write to the same sessions at the same moment, each of which has messages to record and opens the
// session again after a conflict. Then checks that every journal is whole and holds every message once. Last, callers in this
// process send, approve and stop at once.
//
//   pnpm race:sessions [--races 10000] [--writers 2] [--messages 3] [--commands 1000] [--stores memory,file,sqlite,postgres]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { memorySessions } from '@skill-state/agent'
import { startTestServer } from '@skill-state/postgres/testing'
import { raceCommands } from '../test/race-commands.ts'
import { raceProcesses } from '../test/race-processes.ts'
import { type Kind, sessionStore } from '../test/session-store.ts'

const { values } = parseArgs({
  options: {
    races: { type: 'string', default: '10000' },
    writers: { type: 'string', default: '2' },
    messages: { type: 'string', default: '3' },
    commands: { type: 'string', default: '1000' },
    stores: { type: 'string', default: 'memory,file,sqlite,postgres' },
  },
})
const [races, writers, messages] = [Number(values.races), Number(values.writers), Number(values.messages)]
const commands = Number(values.commands)

for (const kind of values.stores.split(',')) {
  await using server = kind === 'postgres' ? await startTestServer() : undefined
  const address = server === undefined ? '' : await server.createDatabase()
  if (kind !== 'memory') {
    const { conflicts, faults } = await raceProcesses(kind as Kind, address, { races, writers, messages })
    tell(`${kind}: ${races} races of ${writers} processes, ${conflicts} conflicts`, faults)
  }
  const folder = mkdtempSync(join(tmpdir(), 'skill-state-race-'))
  const { store, close } =
    kind === 'memory'
      ? { store: memorySessions(), close: () => {} }
      : await sessionStore(kind as Kind, folder, address)
  const faults: string[] = []
  let paid = 0
  for (let race = 0; race < commands; race += 1) {
    const found = await raceCommands(store, `commands-${race}`, race)
    faults.push(...found.faults.map((fault) => `race ${race}: ${fault}`))
    paid += found.paid
  }
  await close()
  rmSync(folder, { recursive: true })
  tell(`${kind}: ${commands} races of commands, ${paid} calls executed`, faults)
}

function tell(what: string, faults: readonly string[]): void {
  const verdict = faults.length === 0 ? 'nothing lost, nothing damaged' : faults.slice(0, 5).join('; ')
  process.stdout.write(`${what}: ${verdict}\n`)
  if (faults.length > 0) process.exitCode = 1
}
