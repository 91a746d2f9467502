import { type LoadedSkill, SHELL } from '@skill-state/agent-skills'
import { type McpConnections, mcpTools, openMcp, READ_SERVER, readServerTool } from '@skill-state/mcp'
import { invalidOption } from '@skill-state/protocol'
import type { AnyTool } from '@skill-state/tools'
import { allowedTools } from '../host-conventions.ts'
import type { SkillFlags } from '../options.ts'
import { openShell, type ShellContext, say } from './open-shell.ts'
import { type AskInput, readMcpConfig } from './read-mcp-config.ts'
import { type ServerOptions, savedSignIns, serverFiles, serverOf } from './server-options.ts'

/** What a skill can do, and what to know of it. Its caller closes it. */
export type OpenTools = Awaited<ReturnType<typeof openTools>>

export interface OpenToolsOptions extends Omit<ShellContext, 'timeoutMs'> {
  /** What servers may ask for, and who hears of their work. */
  readonly host?: Pick<ServerOptions, 'onQuestion' | 'onSample' | 'onNote'> | undefined
  /** Asks for a value that a host's file leaves open. */
  readonly askInput?: AskInput | undefined
}

/** Starts the servers and, if it is asked for, makes ready a shell. */
export async function openTools(
  loaded: LoadedSkill,
  flags: SkillFlags & { readonly journal?: string },
  { signal, folder, host, askInput }: OpenToolsOptions = {},
) {
  const timeoutMs = flags.timeout && flags.timeout * 1_000
  const typed = (flags.mcp ?? []).map(serverOf)
  const configured = flags.mcpConfig === undefined ? [] : await readMcpConfig(flags.mcpConfig, askInput)
  const shell = await openShell(loaded, flags, { timeoutMs, signal, folder })
  let connections: McpConnections | undefined
  const close = async (): Promise<void> => {
    await Promise.all([shell?.close(), connections?.close()])
  }
  try {
    connections = await openMcp([...typed, ...configured], {
      only: flags.tools?.filter((name) => name !== READ_SERVER),
      signal,
      startTimeoutMs: timeoutMs,
      roots: flags.root,
      onFile: serverFiles(flags.journal),
      onAuthorize: (page, server) => say(`sign in to ${server}: ${page.href}`),
      credentials: savedSignIns,
      ...host,
    })
    const approve = flags.approve === undefined
    const tools: Record<string, AnyTool> = { ...mcpTools(connections, { timeoutMs, approve }) }
    const texts = loaded.files.map(({ text = '' }) => text).join('\n')
    const isRead = flags.tools?.includes(READ_SERVER) ?? !Object.hasOwn(tools, READ_SERVER)
    const reader = isRead ? await readServerTool(connections, texts, { timeoutMs }) : undefined
    if (reader !== undefined) tools[READ_SERVER] = reader
    if (shell !== undefined) {
      if (Object.hasOwn(tools, SHELL))
        throw invalidOption(
          `--shell: a server has a tool "${SHELL}" too: name the tools you need with --tools`,
        )
      tools[SHELL] = shell.tool
    }
    const { tools: allowed, notes } = allowedTools(tools, loaded)
    for (const name of flags.approve?.filter((each) => each !== 'none') ?? []) {
      const tool = allowed[name]
      if (tool === undefined)
        throw invalidOption(
          `--approve: there is no tool "${name}"; there are ${Object.keys(allowed).join(', ') || 'none'}`,
        )
      allowed[name] = { ...tool, approve: true }
    }
    return {
      tools: allowed as Readonly<typeof allowed>,
      /** What servers say of their use. */
      instructions: connections.instructions,
      workspace: shell?.workspace,
      has: shell?.has,
      notes: [...connections.notes, ...(shell?.notes ?? []), ...notes],
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
