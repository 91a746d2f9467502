import type { JsonObject } from '@skill-state/protocol'
import { type Tool, ToolFailure } from '@skill-state/tools'
import type { McpConnections } from '../connection/open-mcp.ts'
import type { McpToolsOptions } from './mcp-tools.ts'

/** Reads a resource or a prompt of a server, as `{"read_server": {"name": "docs://guide"}}`. */
export const READ_SERVER = 'read_server'

/**
 * A tool that reads the resources and prompts which a text names, by URI and by name; undefined if it names none. A prompt's
 * name counts in back-ticks or quotes only, since it can be any word.
 *
 * @example
 * ```ts
 * import { openMcp, readServerTool } from '@skill-state/mcp'
 *
 * const connections = await openMcp([{ url: 'https://mcp.example/v1' }])
 * const read = readServerTool(connections, 'Follow the rules in `docs://rules`.')
 * console.log(read?.description)
 * ```
 */
export function readServerTool(
  { connections }: McpConnections,
  text: string,
  { timeoutMs = 60_000 }: McpToolsOptions = {},
): Tool<JsonObject> | undefined {
  const found = connections.flatMap((connection) =>
    connection.named
      .filter(({ kind, name }) =>
        kind === 'resource'
          ? text.includes(name)
          : ['`', '"', "'"].some((quote) => text.includes(quote + name + quote)),
      )
      .map((named) => ({ named, connection })),
  )
  if (found.length === 0) return undefined
  const lines = found.map(({ named }) => `${named.kind} ${named.name}: ${named.description}`)
  return {
    description: `Reads what the instructions name of a server. ${lines.join('; ')}`,
    input: {
      type: 'object',
      properties: { name: { type: 'string', enum: found.map(({ named }) => named.name) } },
      required: ['name'],
      additionalProperties: false,
    },
    timeoutMs: timeoutMs + 5_000,
    execute: async ({ name }, { signal }) => {
      const wanted = found.find(({ named }) => named.name === name)
      if (wanted === undefined) throw new ToolFailure('The instructions name nothing of this name.')
      return await wanted.connection.read(wanted.named, { timeoutMs, signal })
    },
  }
}
