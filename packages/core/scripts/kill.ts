// Kills episodes at random instants, as often as asked, and starts them again until they end; then checks that
// no commit was lost, no effect doubled, and no prompt differs by a byte from an undisturbed episode.
//
//   node --conditions=@skill-state/source packages/core/scripts/kill.ts [--kills 200] [--steps 2000] [--seed 1]
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { randomNumbers } from '@skill-state/protocol/conformance'
import { listFaults, runUndisturbed } from './_kill-check.ts'
import type { Episode } from './_kill-world.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    steps: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
  },
})
const [kills, horizon] = [Number(values.kills), Number(values.steps)]
const random = randomNumbers(Number(values.seed))
const work = mkdtempSync(join(tmpdir(), 'skill-state-kill-'))

try {
  for (const store of ['file', 'sqlite'] as const) await torment(store)
} finally {
  rmSync(work, { recursive: true, force: true })
}

async function torment(store: Episode['store']): Promise<void> {
  let killed = 0
  let episodes = 0
  const faults: string[] = []
  for (; killed < kills; episodes += 1) {
    const episode = plan(store, episodes)
    for (let alive = false; !alive; ) {
      const wasKilled = await runAndKill(episode, killed < kills ? instant() : undefined)
      if (wasKilled) killed += 1
      alive = !wasKilled
    }
    const undisturbed = await runUndisturbed({ ...episode, folder: makeFolder(`${store}-${episodes}-alone`) })
    faults.push(...listFaults(episode, undisturbed).map((fault) => `episode ${episodes}: ${fault}`))
  }
  const verdict = faults.length === 0 ? 'nothing lost, nothing doubled' : faults.join('; ')
  process.stdout.write(`${store}: ${killed} kills in ${episodes} episodes of ${horizon} steps: ${verdict}\n`)
  if (faults.length > 0) process.exitCode = 1
}

function plan(store: Episode['store'], number: number): Episode {
  const commit = number % 2 === 0 ? 'before-action' : 'after-accept'
  const layout = (['baseLog', 'overlay', 'auto'] as const)[number % 3] ?? 'auto'
  return { store, folder: makeFolder(`${store}-${number}`), horizon, commit, layout, sync: number % 4 > 1 }
}

function makeFolder(name: string): string {
  const folder = join(work, name)
  mkdirSync(folder)
  return folder
}

/** When to kill: mostly while steps are taken, sometimes while the process starts. */
interface Instant {
  readonly after: 'start' | 'ready'
  readonly milliseconds: number
}

function instant(): Instant {
  return random() < 0.1
    ? { after: 'start', milliseconds: random() * 300 }
    : { after: 'ready', milliseconds: random() * 80 }
}

/** True if the process was killed, false if it came to the end. Throws if it failed. */
async function runAndKill(episode: Episode, at: Instant | undefined): Promise<boolean> {
  const script = join(import.meta.dirname, '_kill-episode.ts')
  const flags = ['--conditions=@skill-state/source', '--disable-warning=ExperimentalWarning']
  const child = spawn(process.execPath, [...flags, script, JSON.stringify(episode)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const arm = (): void => {
    if (at) setTimeout(() => child.kill('SIGKILL'), at.milliseconds)
  }
  if (at?.after === 'ready') child.stdout.once('data', arm)
  else arm()
  const { code, signal } = await new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
  if (signal === 'SIGKILL') return true
  if (code === 0) return false
  throw new Error(`the episode in ${episode.store} ended with exit code ${code} instead of going on`)
}
