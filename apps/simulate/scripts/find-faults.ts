// Puts each fault of the past back, and shows that the simulator finds it, in a schedule in which it finds nothing without it.
// A test file shows it of faults in what is not simulated.
//
//   pnpm simulate:faults [WORDS OF A NAME]
import { type SpawnSyncReturns, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { type Fault, faults } from './faults.ts'
import { putBack } from './put-back.ts'

const root = join(import.meta.dirname, '../../..')
/** Schedules on each store: together about two minutes. */
const SCHEDULES = '5000'

function run(fault: Fault | undefined, args: readonly string[]): SpawnSyncReturns<string> {
  // Two minutes of CPU time are many times what the schedules take, on a busy machine too.
  const ended = spawnSync('sh', ['-c', 'ulimit -t 120; exec "$0" "$@"', process.execPath, ...args], {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1', MUTANT: fault && JSON.stringify(putBack(fault)) },
    encoding: 'utf8',
  })
  if (/ERR_/.test(ended.stderr)) throw new Error(ended.stderr)
  return ended
}

function simulate(fault: Fault | undefined, args: readonly string[]): SpawnSyncReturns<string> {
  const load = fault ? ['--import', join(import.meta.dirname, 'load-mutant.ts')] : []
  return run(fault, ['--conditions=@skill-state/source', ...load, 'apps/simulate/src/main.ts', ...args])
}

/** Throws if the seed fails without a fault: then it shows nothing. */
function requireSound(store: string, seed: string | undefined): void {
  const { status, stdout } = simulate(undefined, ['--store', store, '--seed', seed ?? '1'])
  if (status !== 0) throw new Error(`without a fault: ${stdout.split('\n', 1)[0]}`)
}

/** What the first schedule says that finds the fault. */
function foundBySimulator(fault: Fault): string | undefined {
  for (const store of fault.store ? [fault.store] : ['memory', 'file', 'postgres-like']) {
    const { status, stdout } = simulate(fault, ['--store', store, '--schedules', SCHEDULES])
    if (status === 0) continue
    const [line = ''] = stdout.split('\n')
    requireSound(store, /: seed (\d+): /.exec(line)?.[1])
    return line || `${store}: a schedule does not end`
  }
  return undefined
}

/** The first test of the file that fails. */
function foundByTest(fault: Fault, test: string): string | undefined {
  const vitest = (given?: Fault): SpawnSyncReturns<string> =>
    run(given, ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.mutate.config.ts', test])
  if (vitest().status !== 0) throw new Error(`${test} fails without a fault`)
  const { status, stderr } = vitest(fault)
  return status === 0 ? undefined : (/ FAIL .*?test.ts > (.*)/.exec(stderr)?.[1] ?? 'a test file fails')
}

const [words = ''] = process.argv.slice(2)
const tried = faults.filter(({ name }) => name.includes(words))
const found = tried.filter((fault) => {
  const where = fault.test ? foundByTest(fault, fault.test) : foundBySimulator(fault)
  process.stdout.write(
    `${where === undefined ? 'NOT FOUND ' : 'found     '} ${fault.name}: ${where ?? '-'}\n`,
  )
  return where !== undefined
})
process.stdout.write(`${found.length} of ${tried.length} faults found\n`)
if (found.length < tried.length) process.exitCode = 1
