import { type LoadedSkill, SHELL } from '@skill-state/agent-skills'
import { type McpConnections, mcpTools, openMcp, READ_SERVER, readServerTool } from '@skill-state/mcp'
import { invalidOption } from '@skill-state/protocol'
import type { AnyTool } from '@skill-state/tools'
import { allowedTools } from '../host-conventions.ts'
import type { SkillFlags } from '../options.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { openShell, type ShellContext } from './open-shell.ts'
import { readMcpConfig } from './read-mcp-config.ts'
import { serverOf } from './server-of.ts'

/** What a skill can do. Its caller closes it. */
export interface OpenTools {
  readonly tools: Readonly<Record<string, AnyTool>>
  /** The copy of the user's folder, if commands work on one. */
  readonly workspace?: Workspace | undefined
  /** What to know of them, in words. */
  readonly notes: readonly string[]
  close(): Promise<void>
}

/** Starts the servers and, if it is asked for, makes ready a shell. */
export async function openTools(
  loaded: LoadedSkill,
  flags: SkillFlags,
  { signal, folder }: Partial<Pick<ShellContext, 'signal' | 'folder'>> = {},
): Promise<OpenTools> {
  const timeoutMs = flags.timeout && flags.timeout * 1_000
  const configured = flags.mcpConfig === undefined ? [] : readMcpConfig(flags.mcpConfig)
  const servers = [...(flags.mcp ?? []).map(serverOf), ...configured]
  const shell = await openShell(loaded, flags, { timeoutMs, signal, folder })
  let connections: McpConnections | undefined
  const close = async (): Promise<void> => {
    await Promise.all([shell?.close(), connections?.close()])
  }
  try {
    connections = await openMcp(servers, {
      only: flags.tools,
      signal,
      startTimeoutMs: timeoutMs,
    })
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
    const { tools: allowed, notes } = allowedTools(tools, loaded)
    for (const name of flags.approve ?? []) {
      const tool = allowed[name]
      if (tool === undefined) {
        throw invalidOption(
          `--approve: there is no tool "${name}"; there are ${Object.keys(allowed).join(', ') || 'none'}`,
        )
      }
      allowed[name] = { ...tool, approve: true }
    }
    return {
      tools: allowed,
      workspace: shell?.workspace,
      notes: [...connections.notes, ...(shell?.notes ?? []), ...notes],
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
