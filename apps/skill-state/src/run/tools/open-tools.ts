import { createHash } from 'node:crypto'
import { chownSync, existsSync, lstatSync, mkdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type LoadedSkill, SHELL, skillShell } from '@skill-state/agent-skills'
import { connectMcp, mcpTools, READ_SERVER, readServerTool } from '@skill-state/mcp'
import { invalidOption } from '@skill-state/protocol'
import { findSandbox } from '@skill-state/sandbox'
import type { AnyTool } from '@skill-state/tools'
import { namesOf, optionalInteger, type SkillFlags } from '../options.ts'
import { readMcpConfig } from './read-mcp-config.ts'
import { serverOf } from './server-of.ts'

/** What a skill can do. Its caller closes it. */
export interface OpenTools {
  readonly tools: Readonly<Record<string, AnyTool>>
  /** What to know of them, in words. */
  readonly notes: readonly string[]
  close(): Promise<void>
}

/** Starts the servers and, if it is asked for, makes ready a shell. */
export async function openTools(
  loaded: LoadedSkill,
  flags: SkillFlags,
  signal: AbortSignal | undefined,
): Promise<OpenTools> {
  const timeoutMs = timeoutOf(flags)
  if (!flags.shell && (flags.write !== undefined || flags.network)) {
    throw invalidOption('--write and --network are options of the shell: give --shell too')
  }
  const sandbox = flags.shell ? await findSandbox() : undefined
  const host = flags.shell ? workingFolder(flags) : undefined
  const configured = flags.mcpConfig === undefined ? [] : readMcpConfig(flags.mcpConfig)
  const connections = await connectMcp([...flags.mcp.map(serverOf), ...configured], {
    only: namesOf(flags.tools),
    signal,
    startTimeoutMs: timeoutMs,
  })
  const shell = sandbox && skillShell(loaded, { sandbox, timeoutMs, network: flags.network, host })
  const close = async (): Promise<void> => {
    await Promise.all([shell?.close(), connections.close()])
  }
  try {
    const tools: Record<string, AnyTool> = { ...mcpTools(connections, { timeoutMs }) }
    const texts = loaded.files.map(({ text = '' }) => text).join('\n')
    const reader = readServerTool(connections, texts, { timeoutMs })
    if (reader !== undefined && !Object.hasOwn(tools, READ_SERVER)) tools[READ_SERVER] = reader
    if (shell !== undefined) {
      if (Object.hasOwn(tools, SHELL)) {
        throw invalidOption(
          `--shell: a server has a tool "${SHELL}" too: name the tools you need with --tools`,
        )
      }
      tools[SHELL] = shell.tool
    }
    for (const name of namesOf(flags.approve) ?? []) {
      const tool = tools[name]
      if (tool === undefined) {
        throw invalidOption(
          `--approve: there is no tool "${name}"; there are ${Object.keys(tools).join(', ') || 'none'}`,
        )
      }
      tools[name] = { ...tool, approve: true }
    }
    const place = host === undefined ? [] : [`the shell works in ${host}`]
    return { tools, notes: [...connections.notes, ...place], close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Milliseconds for a server to start and for a tool to answer. */
function timeoutOf({ timeout }: SkillFlags): number | undefined {
  const seconds = optionalInteger('--timeout', timeout)
  return seconds === undefined ? undefined : seconds * 1_000
}

/**
 * The folder that the shell writes to: the named one; or one that belongs to the journal, so that a resumed run finds its
 * files. In memory without either.
 */
function workingFolder({ write, journal }: SkillFlags & { readonly journal?: string }): string | undefined {
  if (write !== undefined) {
    if (existsSync(write) && statSync(write).isDirectory()) return write
    throw invalidOption(`--write: there is no folder ${write}`)
  }
  if (journal === undefined) return undefined
  if (process.getuid?.() === 0) return folderOfAnother(resolve(journal))
  const folder = `${journal}.work`
  mkdirSync(folder, { recursive: true })
  return folder
}

/** Numbers that Linux gives to no user. */
const FIRST_USER = 60_706
const USERS = 478

/** As root: a folder of another user, since no command is root, at a place that this user can reach. */
function folderOfAnother(journal: string): string {
  const digest = createHash('sha256').update(journal).digest()
  const folder = join(tmpdir(), `skill-state-work-${digest.toString('hex', 0, 8)}`)
  const user = FIRST_USER + (digest.readUInt32BE(8) % USERS)
  if (!existsSync(folder)) {
    mkdirSync(folder, { mode: 0o700 })
    chownSync(folder, user, user)
  }
  const { uid } = lstatSync(folder)
  if (uid !== user)
    throw invalidOption(`--shell: ${folder} belongs to user ${uid}: remove it, or name a folder with --write`)
  return folder
}
