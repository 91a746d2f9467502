// Puts each fault of the past back, and shows that the simulator finds it, in a schedule in which it finds nothing without it.
import { type SpawnSyncReturns, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { faults } from './faults.ts'

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url))
/** Schedules on each store: together about two minutes. */
const SCHEDULES = '5000'

function simulate(fault: string | undefined, args: readonly string[]): SpawnSyncReturns<string> {
  const putBack = fault === undefined ? [] : ['--import', here('put-back.ts')]
  const node = ['--conditions=@skill-state/source', ...putBack, here('../src/main.ts'), ...args]
  // Two minutes of CPU time are many times what the schedules take, on a busy machine too.
  const run = spawnSync('sh', ['-c', 'ulimit -t 120; exec "$0" "$@"', process.execPath, ...node], {
    env: { ...process.env, FAULT: fault },
    encoding: 'utf8',
  })
  if (/does not have this once|ERR_/.test(run.stderr)) throw new Error(run.stderr)
  return run
}

/** Throws if the seed fails without a fault: then it shows nothing. */
function requireSound(store: string, seed: string | undefined): void {
  const { status, stdout } = simulate(undefined, ['--store', store, '--seed', seed ?? '1'])
  if (status !== 0) throw new Error(`without a fault: ${stdout.split('\n', 1)[0]}`)
}

let found = 0
for (const { name } of faults) {
  const where = ['memory', 'file', 'postgres-like'].find((store) => {
    const { status, stdout } = simulate(name, ['--store', store, '--schedules', SCHEDULES])
    if (status === 0) return false
    const [line = ''] = stdout.split('\n')
    requireSound(store, /: seed (\d+): /.exec(line)?.[1])
    process.stdout.write(`found      ${name}: ${line || 'it does not end'}\n`)
    return true
  })
  if (where === undefined) process.stdout.write(`NOT FOUND  ${name}\n`)
  else found += 1
}
process.stdout.write(`${found} of ${faults.length} faults found\n`)
if (found < faults.length - 2) process.exitCode = 1
