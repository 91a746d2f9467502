import { invalidOption, type JsonObject } from '@skill-state/protocol'
import type { ExecResult, Limits, OpenOptions, Sandbox, Session } from '@skill-state/sandbox'
import type { Tool } from '@skill-state/tools'
import type { LoadedSkill } from './load-skill.ts'

/** The name of the shell's action. */
export const SHELL = 'bash'

/** Where a command finds the skill's files, which it cannot change. */
const SKILL_FOLDER = '/skill'

interface ShellOptions extends Pick<OpenOptions, 'mounts' | 'env'> {
  readonly sandbox: Sandbox
  /** Path of the working folder inside. Default `/workspace`. */
  readonly folder?: string | undefined
  /** A folder of this machine that becomes the working folder. Default: a new one in memory, which is gone at the end. */
  readonly host?: string | undefined
  /** Whether commands reach the network. Default false. */
  readonly network?: boolean | undefined
  /** Milliseconds for one command. Default 60,000. */
  readonly timeoutMs?: number | undefined
  readonly limits?: Partial<Limits> | undefined
  readonly signal?: AbortSignal | undefined
}

/** A shell for a skill, with a sandbox session. Its caller closes it. */
export interface SkillShell {
  readonly tool: Tool<JsonObject>
  /** Ends every process of the shell. May be called more than once. */
  close(): Promise<void>
}

/** What is kept of a command's output: as much as a handle holds. */
const KEPT_BYTES = 1_000_000
/** Beyond the sandbox's own time, before the caller gives up by itself. */
const GRACE_MS = 15_000

/**
 * A tool that executes commands with bash in a sandbox: the skill's folder read-only, a working folder, and nothing else of
 * this machine. If a command ends the sandbox session, the next one begins another. Throws `invalid-option` if commands
 * could not write into `host`, and what `sandbox.open` throws.
 */
export async function openSkillShell(
  skill: Pick<LoadedSkill, 'folder' | 'files'>,
  options: ShellOptions,
): Promise<SkillShell> {
  const { sandbox, folder = '/workspace', host, network, mounts, env, timeoutMs = 60_000 } = options
  const limits = { keptBytes: KEPT_BYTES, ...options.limits }
  const files = skill.files.map(({ name }) => name)
  const readOnly = { folder: SKILL_FOLDER, from: skill.folder, files }
  const place = { folder, files: [], host, network, mounts, env, readOnly, limits }
  let session = await sandbox.open({ ...place, signal: options.signal })
  let closed = false
  if (host !== undefined) await requireWritable(session, folder, host)

  async function exec(command: string, signal: AbortSignal): Promise<string> {
    let told = ''
    if (!session.alive && !closed) {
      await session.close()
      session = await sandbox.open({ ...place, signal })
      told = 'The shell had ended and was started anew.\n'
    }
    if (closed) await session.close()
    const result = await session.exec(command, { cwd: folder, timeoutMs, signal })
    return told + resultText(result, timeoutMs)
  }

  return {
    tool: {
      description: `Executes a command with bash in a sandbox. The working folder ${folder} keeps its files; the skill's folder is ${SKILL_FOLDER}, read-only. ${network ? 'The network can be reached.' : 'There is no network.'} Each command is a process of its own: cd and variables last no longer. A command has ${timeoutMs / 1_000} s.`,
      input: {
        type: 'object',
        properties: { command: { type: 'string', minLength: 1 } },
        required: ['command'],
        additionalProperties: false,
      },
      timeoutMs: timeoutMs + GRACE_MS,
      execute: ({ command }, { signal }) => exec(typeof command === 'string' ? command : '', signal),
    },
    close: async () => {
      if (closed) return
      closed = true
      await session.close()
    },
  }
}

async function requireWritable(session: Session, folder: string, host: string): Promise<void> {
  const { exitCode } = await session.exec(['test', '-w', '.'], { cwd: folder, timeoutMs: GRACE_MS })
  if (exitCode === 0) return
  await session.close()
  throw invalidOption(
    `${host} cannot be written by commands in the sandbox: change its permissions, or name another folder`,
  )
}

function resultText({ output, truncated, exitCode, timedOut }: ExecResult, timeoutMs: number): string {
  const text = Buffer.from(output).toString('utf8')
  const lines = [
    ...(text === '' ? [] : [text.replace(/\n$/, '')]),
    ...(truncated ? [`[only the first ${output.length} bytes of the output were kept]`] : []),
    ...(timedOut ? [`[ended after ${timeoutMs / 1_000} s]`] : []),
    ...(!timedOut && exitCode !== 0 ? [exitText(exitCode)] : []),
  ]
  return lines.length === 0 ? '[no output]' : lines.join('\n')
}

function exitText(exitCode: number | null): string {
  if (exitCode === null) return '[the shell ended with this command]'
  const killed = exitCode === 137 ? ', killed: a limit of memory, disk or output ends a command so' : ''
  return `[exit code ${exitCode}${killed}]`
}
