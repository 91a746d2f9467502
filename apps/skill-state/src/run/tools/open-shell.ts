import { existsSync, realpathSync, statSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { type LoadedSkill, openSkillShell, type SkillShell } from '@skill-state/agent-skills'
import { dashed } from '@skill-state/eval/command-line'
import { invalidOption } from '@skill-state/protocol'
import { findSandbox, type OpenOptions, type Sandbox } from '@skill-state/sandbox'
import { brief } from '../../brief.ts'
import type { SkillFlags } from '../options.ts'
import { type FittingEnvironment, fittingEnvironment } from '../packages/fit.ts'
import { packageNeeds } from '../packages/needs.ts'
import { besideJournal } from '../workspace/places.ts'
import { openWorkspace, type Workspace } from '../workspace/workspace.ts'
import { openSessionShells } from './session-shells.ts'

export interface ShellContext {
  readonly timeoutMs?: number | undefined
  readonly signal?: AbortSignal | undefined
  /** The folder in which the command was given, if commands shall work on a copy of it. */
  readonly folder?: string | undefined
}

/** A shell, and what to know of it, in words. */
export interface OpenedShell extends SkillShell {
  readonly notes: readonly string[]
  /** Absent if commands work elsewhere. */
  readonly workspace?: Workspace | undefined
  /** Whether commands see a file of this name; absent if that is not known. */
  readonly has?: ((file: string) => boolean) | undefined
}

/** The shell of a run, started: what it cannot do is known before anything is paid. Undefined without `--shell`. */
export async function openShell(
  loaded: LoadedSkill,
  flags: SkillFlags & { readonly journal?: string; readonly sessions?: string },
  { folder: current, timeoutMs, signal }: ShellContext,
): Promise<OpenedShell | undefined> {
  const { shell, write, network, env: names, bind, image, journal, sessions, noWorkspace } = flags
  if (!shell) {
    const given = { write, network, noWorkspace, env: names, bind, image }
    const [first] = Object.entries(given).flatMap(([name, value]) => (value ? [dashed(name)] : []))
    if (first === undefined) return undefined
    throw invalidOption(`${first} is an option of the shell: give --shell too`)
  }
  const sandbox = await (image === undefined ? findSandbox() : findSandbox('docker', { image }))
  const packages = sandbox.id === 'docker' ? NO_PACKAGES : await packagesOf(loaded, sandbox, signal)
  const mounts = [...packages.mounts, ...(bind ?? []).map(mountOf)]
  const installers = network ? INSTALLERS : {}
  const env = { ...packages.env, ...installers, ...Object.fromEntries((names ?? []).map(variableOf)) }
  const options = { sandbox, network, mounts, env, limits: LIMITS, timeoutMs, signal }
  const notes = packageNotes(packages)
  if (sessions !== undefined) return { ...(await openSessionShells(loaded, options, sessions)), notes }
  if (noWorkspace || current === undefined) {
    if (write)
      throw invalidOption(
        '--write brings what commands changed into the current folder: leave --no-workspace out',
      )
    const host = journal && besideJournal(journal)
    const opened = await openSkillShell(loaded, { ...options, host })
    const place = host ? `in ${host}, which stays` : 'in memory: its files are gone at the end'
    const has = host ? (file: string) => isThere(host, WORKSPACE, file) : undefined
    return { ...opened, has, notes: [...notes, `the shell works ${place}`] }
  }
  const workspace = openWorkspace(current, { journal, skill: loaded.folder })
  const { folder, host, home } = workspace
  const atHome = network ? [{ from: home, to: SANDBOX_HOME, writable: true }] : []
  try {
    const limits = { ...LIMITS, folderBytes: FOLDER_BYTES }
    const place = { mounts: [...mounts, ...atHome], limits, folder, host }
    const opened = await openSkillShell(loaded, { ...options, ...place })
    const has = (file: string): boolean => isThere(host, folder, file)
    return { ...opened, workspace, has, notes: [...notes, ...workspace.notes] }
  } catch (error) {
    workspace.keepChanged()
    throw error
  }
}

/** Whether a folder of this machine, which commands see as another one, has what they call by a name. */
function isThere(host: string, folder: string, file: string): boolean {
  return existsSync(join(host, relative(folder, resolve(folder, file))))
}

/** Where commands work if they do not see the user's folder. */
export const WORKSPACE = '/workspace'

/** Enough to install and build a project. */
const LIMITS = { memoryBytes: Math.min(4 * 2 ** 30, Math.floor(totalmem() / 2)), processes: 512 }
/** Room on disk, of which a project with its packages needs a gigabyte. */
const FOLDER_BYTES = 4 * 2 ** 30

const SANDBOX_HOME = '/root'

/** Where pnpm keeps its store: by itself it takes the working folder, and so puts it among the user's files. */
const STORE = `${SANDBOX_HOME}/.pnpm-store`
const INSTALLERS = { npm_config_store_dir: STORE, pnpm_config_store_dir: STORE }

const NO_PACKAGES: FittingEnvironment = { mounts: [], env: {}, missing: [], pinned: [], lacking: [] }

/** The packages of a skill, installed if they are not there. */
export async function packagesOf(
  { files, name }: LoadedSkill,
  sandbox: Sandbox,
  signal?: AbortSignal,
): Promise<FittingEnvironment> {
  return await fittingEnvironment(packageNeeds(files), { sandbox, name, install: say, signal })
}

export function say(text: string): void {
  process.stderr.write(`${brief(text)}\n`)
}

function packageNotes({ missing, pinned, lacking }: FittingEnvironment): readonly string[] {
  const absent = `packages that could not be installed: ${missing.join(', ')}; skill-state check --setup tries again`
  return [
    ...(missing.length === 0 ? [] : [absent]),
    ...pinned.map((each) => `installed ${each}`),
    ...lacking.map((each) => `${each}, which its scripts import, and no older version that has it was found`),
  ]
}

function mountOf(text: string): NonNullable<OpenOptions['mounts']>[number] {
  const [, named = '', readOnly] = /^(.*?)(:ro)?$/s.exec(text) ?? []
  if (!existsSync(named) || !statSync(named).isDirectory())
    throw invalidOption(`--bind: there is no folder ${named}`)
  const from = realpathSync(named)
  return { from, to: from, writable: readOnly === undefined }
}

function variableOf(name: string): readonly [string, string] {
  const value = process.env[name]
  if (value === undefined) throw invalidOption(`--env: there is no environment variable ${name}`)
  return [name, value]
}
