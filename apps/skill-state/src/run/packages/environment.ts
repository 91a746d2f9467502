import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { files } from '@skill-state/protocol/files'
import { findProgram, type OpenOptions } from '@skill-state/sandbox'
import { cacheFolder } from '../workspace/places.ts'
import type { PackageNeeds } from './needs.ts'

const run = promisify(execFile)

/** Packages on this machine, as a sandbox shows them. */
export interface Environment {
  readonly mounts: NonNullable<OpenOptions['mounts']>
  readonly env: Readonly<Record<string, string>>
  readonly missing: readonly string[]
  /** Where they are; undefined if none is there. */
  readonly folder?: string | undefined
}

export interface EnvironmentOptions {
  readonly name: string
  /** Hears what takes time. Undefined: what is not there yet is not installed, and is missing. */
  readonly install: ((text: string) => void) | undefined
  readonly signal?: AbortSignal | undefined
  /** Whether what could not be installed is tried again. Default false. */
  readonly again?: boolean | undefined
}

const DEADLINE_MS = 15 * 60_000
const SYSTEM = '/usr/bin:/usr/sbin:/bin:/sbin'
/** npm, which sessions are not shown otherwise. */
const SYSTEM_PACKAGES = '/usr/lib/node_modules'

/**
 * The packages of a skill, in a folder of the cache of their own, which commands cannot change. Made by uv or pip, and by npm,
 * with the network and without executing a script of a package: only built packages are taken. A folder that is whole is used
 * again; one that a kill cut off is made anew.
 */
export async function packageEnvironment(
  needs: PackageNeeds,
  { name, install, signal, again = false }: EnvironmentOptions,
): Promise<Environment> {
  const npm = existsSync(SYSTEM_PACKAGES) ? [{ from: SYSTEM_PACKAGES, to: SYSTEM_PACKAGES }] : []
  const wanted = [...needs.python, ...needs.node]
  const nothing = { mounts: npm, env: {}, missing: wanted }
  if (wanted.length === 0) return nothing
  const python = findProgram('python3')
  const version = python === undefined ? '' : (await run(python, ['--version'])).stdout
  const key = JSON.stringify([2, version, needs.python, needs.node])
  const hash = createHash('sha256').update(key).digest('hex').slice(0, 12)
  const folder = join(cacheFolder('packages'), `${name.replaceAll(/[^\w-]/g, '_').slice(0, 40)}-${hash}`)
  const record = join(folder, 'ready.json')
  const missing = (): readonly string[] | undefined =>
    existsSync(record)
      ? (JSON.parse(readFileSync(record, 'utf8')) as { missing: string[] }).missing
      : undefined
  const isEnough = (): boolean => missing()?.length === 0 || (missing() !== undefined && !again)
  if (install !== undefined && !isEnough())
    await locked(`${folder}.lock`, signal, async () => {
      if (isEnough()) return
      install(`installing packages, once: ${wanted.join(', ')}`)
      rmSync(folder, { recursive: true, force: true })
      mkdirSync(folder, { mode: 0o755 })
      const failed = [
        ...(await installPython(folder, python, needs.python, signal)),
        ...(await installNode(folder, needs.node, signal)),
      ]
      if (failed.length === wanted.length) return // without a network: the next command tries again
      if (process.getuid?.() === 0) await run('chmod', ['-R', 'a+rX', folder])
      writeFileSync(`${record}.new`, JSON.stringify({ missing: failed }))
      renameSync(`${record}.new`, record)
    })
  const left = missing()
  if (left === undefined) return nothing
  const [place, modules] = [join(folder, 'python'), join(folder, 'node_modules')]
  // Modules of either kind are looked for in /node_modules from anywhere.
  const atRoot = existsSync(modules) ? [{ from: modules, to: '/node_modules' }] : []
  return {
    mounts: [...npm, { from: folder, to: folder }, ...atRoot],
    env: { PATH: `${join(place, 'bin')}:${join(modules, '.bin')}:${SYSTEM}`, VIRTUAL_ENV: place },
    missing: left,
    folder,
  }
}

async function installPython(
  folder: string,
  python: string | undefined,
  packages: readonly string[],
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  if (packages.length === 0 || python === undefined) return packages
  const place = join(folder, 'python')
  const inside = join(place, 'bin/python')
  await run(python, ['-m', 'venv', '--without-pip', place], { signal })
  const only = ['--only-binary=:all:', '--quiet']
  const commands = [
    ['uv', 'pip', 'install', '--python', inside, ...only],
    [python, '-m', 'pip', '--python', inside, 'install', '--no-input', ...only],
    ['pip3', '--python', inside, 'install', '--no-input', ...only],
  ]
  return await tryEach(commands, packages, folder, signal)
}

async function installNode(
  folder: string,
  packages: readonly string[],
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  if (packages.length === 0) return []
  writeFileSync(join(folder, 'package.json'), '{"private":true}\n')
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--silent', '--no-save']
  return await tryEach([['npm', 'install', ...quiet]], packages, folder, signal)
}

/** Installs all at once; if that fails, one after the other. Returns what could not be installed. */
async function tryEach(
  commands: readonly (readonly string[])[],
  packages: readonly string[],
  cwd: string,
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  const attempt = async (wanted: readonly string[]): Promise<boolean> => {
    for (const [program = '', ...words] of commands) {
      try {
        await run(program, [...words, ...wanted], { cwd, signal, timeout: DEADLINE_MS, maxBuffer: 1e8 })
        return true
      } catch (error) {
        signal?.throwIfAborted()
        const { code, stderr = '' } = error as { readonly code?: unknown; readonly stderr?: string }
        if (code !== 'ENOENT' && !/No module named pip|no such option/.test(stderr)) return false
      }
    }
    return false
  }
  if (await attempt(packages)) return []
  const missing: string[] = []
  for (const each of packages) if (!(await attempt([each]))) missing.push(each)
  return missing
}

/** Runs alone among the commands of this machine. */
async function locked(
  file: string,
  signal: AbortSignal | undefined,
  use: () => Promise<void>,
): Promise<void> {
  let release = files.lock(file)
  while (release === undefined) {
    await sleep(200, undefined, { signal })
    release = files.lock(file)
  }
  try {
    await use()
  } finally {
    release()
  }
}
