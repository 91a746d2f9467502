import type { JsonObject, JsonValue, Part } from '@skill-state/protocol'
import type { Tool } from '@skill-state/tools'
import type { McpConnections } from '../connection/open-mcp.ts'
import { MAX_CALL_MS } from '../connection/patience.ts'
import { callTool } from './_call-tool.ts'

export interface McpToolsOptions {
  /** Milliseconds that a tool has to answer or to report progress; an hour in all. Default 60,000. */
  readonly timeoutMs?: number | undefined
  /** Whether a person must approve calls of tools that call themselves destructive. Default true. */
  readonly approve?: boolean | undefined
}

/**
 * The tools of MCP servers as tools, by the names of their actions. A tool that calls itself read-only may be called
 * again after a crash. A key is not passed on, as MCP has no word for it. A model that reads images is shown those of a result,
 * unless the connections have `onFile`.
 *
 * @example
 * ```ts
 * import { agent } from '@skill-state/agent'
 * import { openMcp, mcpTools } from '@skill-state/mcp'
 * import { providerModel } from '@skill-state/models'
 * import { z } from 'zod'
 *
 * const connections = await openMcp([{ url: 'https://mcp.example/v1' }])
 * agent({
 *   model: await providerModel('openai:gpt-5'),
 *   instructions: 'You keep notes.',
 *   state: z.object({ topic: z.string().max(40).default('') }),
 *   tools: { ...mcpTools(connections) },
 * })
 * ```
 */
export function mcpTools(
  connections: McpConnections,
  { timeoutMs = 60_000, approve = true }: McpToolsOptions = {},
): Readonly<Record<string, Tool<JsonObject>>> {
  const entries = connections.tools.map((tool): [string, Tool<JsonObject>] => {
    const connection = connections.connectionOf(tool)
    return [
      tool.action,
      {
        description: tool.description.trim() || tool.name,
        input: tool.parameters,
        checksInput: true,
        timeoutMs: MAX_CALL_MS + timeoutMs,
        onUnknown: tool.readOnly ? 'repeat' : 'tell',
        approve: approve && tool.destructive && (() => 'the server calls this tool destructive'),
        execute: async (input, { signal }) => {
          const images: Part[] = []
          const onImage = (image: Part): void => void images.push(image)
          const text = await callTool(connection, tool, input, { timeoutMs, signal, onImage })
          if (images.length === 0) return text
          return { parts: [...images, { type: 'text', text }] } as unknown as JsonValue
        },
      },
    ]
  })
  return Object.fromEntries(entries)
}
