/**
 * Runs twelve public skills with scripts by the command, each with a task of its own and a scripted model behind HTTP that knows only
 * what its prompts show. Another program opens what was asked for. Then the same with kills at random instants: after each the same
 * command resumes, and the result must be the same. Packages come from PyPI and npm.
 *
 *   node --conditions=@skill-state/source apps/skill-state/scripts/prove-skills.ts FOLDER [--kills 20] [--only pdf,xlsx] [--seed 1] [--tasks MODULE]
 *
 * FOLDER holds the repositories, as `anthropics/skills` and `obra/superpowers`. It needs bubblewrap, unzip and pdftotext. A module of
 * other tasks exports `skillTasks`.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { openPromptReader } from './_prompt-reader.ts'
import type { SkillTask } from './_skill-tasks.ts'

/** Kills of one run: after these it may end. */
const KILLS_A_RUN = 4

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    kills: { type: 'string', default: '0' },
    only: { type: 'string' },
    seed: { type: 'string', default: '1' },
    tasks: { type: 'string', default: './_skill-tasks.ts' },
  },
})
const [repositories = '.'] = positionals
const only = values.only?.split(',')
const random = xoroshiro128plus(Number(values.seed))
const { skillTasks } = (await import(values.tasks)) as { readonly skillTasks: readonly SkillTask[] }
const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const reader = await openPromptReader(
  (prompt) => skillTasks.find(({ task }) => prompt.includes(task))?.moves ?? [],
)
const work = mkdtempSync(join(tmpdir(), 'skill-state-proof-'))
chmodSync(work, 0o755)
try {
  for (const task of skillTasks) {
    if (only === undefined || only.includes(basename(task.skill))) await prove(task)
  }
} finally {
  reader.close()
  rmSync(work, { recursive: true, force: true })
}

async function prove(task: SkillTask): Promise<void> {
  const name = basename(task.skill)
  const told = task.moves.find((move) => task.expected.some((part) => String(move).includes(part)))
  if (told !== undefined) throw new Error(`${name}: a move contains what it must read: ${String(told)}`)
  const first = await runToTheEnd(task, [])
  const isKilled = first.fault === undefined && Number(values.kills) > 0
  const { milliseconds } = isKilled ? await runToTheEnd(task, []) : first // its packages are installed now
  const faults = first.fault === undefined ? [] : [first.fault]
  let kills = 0
  while (faults.length === 0 && kills < Number(values.kills)) {
    const instants = Array.from({ length: Math.min(KILLS_A_RUN, Number(values.kills) - kills) }, () =>
      uniformInt(random, 50, Math.ceil(milliseconds)),
    )
    const killed = await runToTheEnd(task, instants)
    kills += killed.kills
    if (killed.fault !== undefined) faults.push(killed.fault)
    else if (killed.read !== first.read)
      faults.push(`another result after kills: ${killed.read.slice(0, 300)}`)
  }
  if (faults.length > 0) process.exitCode = 1
  const seconds = (milliseconds / 1_000).toFixed(1)
  console.log(`${name}: ${faults.join('; ') || 'right'} (${seconds} s a run, ${kills} kills)`)
}

interface Ended {
  readonly read: string
  readonly fault: string | undefined
  readonly kills: number
  readonly milliseconds: number
}

/** Runs the task in a new folder; each instant ends one process by a kill. */
async function runToTheEnd(task: SkillTask, instants: readonly number[]): Promise<Ended> {
  const around = mkdtempSync(join(work, 'run-'))
  chmodSync(around, 0o755)
  const folder = join(around, 'project')
  mkdirSync(folder)
  for (const [file, content] of Object.entries(task.files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), content)
  }
  const given = process.env.NODE_EXTRA_CA_CERTS && task.options ? ['--env', 'NODE_EXTRA_CA_CERTS'] : []
  const words = [
    ...[
      'run',
      join(repositories, task.skill),
      task.task,
      '--model',
      'ollama:script',
      '--base-url',
      reader.url,
    ],
    ...['--shell', '--write', '--on-unknown', 'repeat', '--journal', join(around, 'run.journal')],
    ...(task.options ?? []),
    ...given,
  ]
  const began = performance.now()
  let kills = 0
  for (const instant of instants) {
    const child = start(words, folder)
    const timer = setTimeout(() => child.kill('SIGKILL'), instant)
    const [, signal] = (await once(child, 'exit')) as [number | null, string | null]
    clearTimeout(timer)
    if (signal === 'SIGKILL') kills += 1
  }
  const child = start(words, folder)
  const [said, [code]] = await Promise.all([
    child.stderr === null ? '' : text(child.stderr),
    once(child, 'exit'),
  ])
  const milliseconds = performance.now() - began
  const read = code === 0 ? task.read(folder) : ''
  const missing = task.expected.filter((part) => !read.includes(part))
  const fault =
    code === 0
      ? missing.length > 0
        ? `the result has no ${missing.join(', ')}: ${read.slice(0, 300)}`
        : undefined
      : `exit code ${code}: ${/^skill-state: .*/m.exec(said)?.[0] ?? said.slice(-1_500)}`
  rmSync(around, { recursive: true, force: true })
  return { read, fault, kills, milliseconds }
}

function start(words: readonly string[], folder: string): ChildProcess {
  return spawn(process.execPath, ['--conditions=@skill-state/source', main, ...words], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}
