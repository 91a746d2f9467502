// Plays environments with Gymnasium and opens exports with pandas, in a virtual environment of Python that this makes.
// With --all also Inspect AI and verifiers, which open what we export and play a benchmark of ours, and an environment
// of verifiers played by us; they take minutes to install.
//
//   pnpm check:python [--all]
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')
const VENV = join(ROOT, 'node_modules/.cache/python-peers')
const PYTHON = join(VENV, 'bin/python')
const NODE = `"${process.execPath}" --conditions=@skill-state/source`
const MAIN = join(ROOT, 'apps/bench/src/main.ts')
const isAll = process.argv.includes('--all')

const out = mkdtempSync(join(tmpdir(), 'skill-state-peers-'))
try {
  install()
  bench('run', 'scaling', '--horizon', '10', '--seeds', '1', '--out', 'run')
  const formats = ['episodes.csv', 'steps.parquet', 'jsonl', 'hf', 'inspect', 'verifiers']
  for (const format of formats) bench('export', 'run', '--format', format, '--out', `exports/${format}`)
  python('read_tables.py', 'exports')
  playTheirs('lake_env.py')
  // Ours, played by them.
  const serve = `${NODE} "${MAIN}" serve state-recall`
  const { reward, actions } = JSON.parse(python('play_ours.py', serve, '12', '42')) as {
    reward: number
    actions: string[]
  }
  if (reward !== 1 || actions.length !== 12)
    throw new Error(`our player scored ${reward} in ${actions.length} steps`)
  if (isAll) {
    for (const peer of ['inspect_peer.py', 'verifiers_peer.py']) python(peer, 'exports', serve)
    playTheirs('guess_env.py')
  }
} finally {
  rmSync(out, { recursive: true })
}

/** An environment of theirs is solved by us, and the record of it replays. */
function playTheirs(file: string): void {
  const environment = `${PYTHON} ${script(file)}`
  const how = ['--runtime', 'skill-state', '--horizon', '10', '--seeds', '2', '--out', file]
  expectLine(bench('run', 'budget', '--environment', environment, ...how), /skill-state .* 1\.00/)
  expectLine(bench('replay', file, '--commands'), /every prompt and every figure agrees/)
}

function install(): void {
  if (!existsSync(PYTHON)) execFileSync('python3', ['-m', 'venv', VENV], { stdio: 'inherit' })
  const files = ['requirements.txt', ...(isAll ? ['requirements-all.txt'] : [])]
  const wanted = files.flatMap((file) => ['-r', script(file)])
  // A part of verifiers comes as source alone.
  const quiet = ['--quiet', '--disable-pip-version-check', '--only-binary', ':all:', '--no-binary', 'wget']
  execFileSync(PYTHON, ['-m', 'pip', 'install', ...quiet, ...wanted], { stdio: 'inherit' })
}

function script(name: string): string {
  return join(import.meta.dirname, name)
}

function bench(...args: string[]): string {
  const text = execFileSync(process.execPath, ['--conditions=@skill-state/source', MAIN, ...args], {
    cwd: out,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.stdout.write(`bench ${args.slice(0, 2).join(' ')}: done\n`)
  return text
}

function python(file: string, ...args: string[]): string {
  const env = { ...process.env, PYTHONPATH: join(ROOT, 'packages/suite/python') }
  const text = execFileSync(PYTHON, [script(file), ...args], {
    cwd: out,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.stdout.write(`${file}: ${text}`)
  return text
}

function expectLine(text: string, wanted: RegExp): void {
  if (!wanted.test(text)) throw new Error(`expected ${wanted}, found:\n${text}`)
}
