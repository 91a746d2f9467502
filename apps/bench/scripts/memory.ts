// Measures how much memory `bench run`, `bench report` and `bench replay` take as a run gets larger. Each command runs in
// a process of its own. What it holds at its end is what grows with the run; the most it took at once also depends on
// how seldom V8 collects.
//
//   node --conditions=@skill-state/source apps/bench/scripts/memory.ts [--episodes 20000,60000,100000] [--horizon 2]
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { main } from '../src/program.ts'

const COMMAND = '--command'
/** Of one seed: each is played by two runtimes, so that the report has tests. */
const RUNTIMES = ['skill-state', 'prompt']

const given = process.argv.slice(2)
if (given[0] === COMMAND) await runCommand(given.slice(1))
else await measureAll()

async function runCommand(args: readonly string[]): Promise<void> {
  const { stdout } = process
  stdout.write = () => true
  const exitCode = await main(args)
  if (exitCode !== 0) throw new Error(`bench ${args.join(' ')}: exit code ${exitCode}`)
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage()
  process.send?.({ megabytes: maxRSS / 1_000, seconds: (userCPUTime + systemCPUTime) / 1e6 })
}

async function measureAll(): Promise<void> {
  const { values } = parseArgs({
    options: {
      episodes: { type: 'string', default: '20000,60000,100000' },
      horizon: { type: 'string', default: '2' },
    },
  })
  for (const episodes of values.episodes.split(',').map(Number)) {
    const work = mkdtempSync(join(tmpdir(), 'skill-state-memory-'))
    try {
      const out = join(work, 'run')
      const seeds = String(episodes / RUNTIMES.length)
      const run = ['run', 'scaling', '--runtime', RUNTIMES.join(','), '--horizon', values.horizon]
      await measure(episodes, [...run, '--seeds', seeds, '--out', out])
      await measure(episodes, ['report', out])
      await measure(episodes, ['replay', out])
    } finally {
      rmSync(work, { recursive: true, force: true })
    }
  }
}

async function measure(episodes: number, args: readonly string[]): Promise<void> {
  const child = fork(import.meta.filename, [COMMAND, ...args])
  const [taken] = (await once(child, 'message')) as [{ megabytes: number; seconds: number }]
  const text = `${episodes.toLocaleString('en')} episodes, bench ${args[0]}: ${taken.megabytes.toFixed(0)} MB at most, ${taken.seconds.toFixed(1)} s of a core`
  process.stdout.write(`${text}\n`)
}
