// A hostile week: npx -y pnpm@12.21.0 week --conversations 1000 --seed 1 [--turns 40] [--slips 6] [--kills] [--notes]
// With `--store file|sqlite|postgres` the agent runs in processes of its own, which `--kills` kills (SIGKILL) at random instants.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { playWeek } from './conversation.ts'
import type { Judge } from './judge.ts'
import { postgresServer } from './postgres.ts'
import type { RemotePlace } from './remote-talk.ts'
import { sumOf, tableOf } from './table.ts'

const { values } = parseArgs({
  options: {
    conversations: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    turns: { type: 'string', default: '40' },
    slips: { type: 'string', default: '6' },
    kills: { type: 'boolean', default: false },
    store: { type: 'string' },
    notes: { type: 'boolean', default: false },
  },
})
const [conversations, first, turns, slips] = [
  values.conversations,
  values.seed,
  values.turns,
  values.slips,
].map(Number) as [number, number, number, number]
const store = storeNamed(values.store)
const work = mkdtempSync(join(tmpdir(), 'skill-state-week-'))
const played: Judge[] = []
try {
  await using server = store === 'postgres' ? await postgresServer() : undefined
  for (let seed = first; seed < first + conversations; seed += 1) {
    const place = server ? await server.createDatabase() : join(work, String(seed))
    const remote = store && { store, place }
    const one = await playWeek(seed, { turns, slips, kills: values.kills, remote })
    played.push(one)
    if (values.notes) for (const note of one.notes) console.log(`${seed}: ${note}`)
  }
} finally {
  rmSync(work, { recursive: true, force: true })
}
console.log(tableOf(sumOf(played)))
if (played.some(({ faults }) => faults.size > 0)) process.exitCode = 1

function storeNamed(name: string | undefined): RemotePlace['store'] | undefined {
  if (name === undefined || name === 'file' || name === 'sqlite' || name === 'postgres') return name
  throw new Error(`--store: expected file, sqlite or postgres, found ${name}`)
}
