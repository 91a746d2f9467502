import { invalidOption } from '@skill-state/protocol'
import { ToolWorld, type ToolWorldOptions } from '@skill-state/tools'
import type { McpConnections } from './connection/open-mcp.ts'
import { type McpToolsOptions, mcpTools } from './tools/mcp-tools.ts'

export interface McpEnvironmentOptions
  extends McpToolsOptions,
    Pick<ToolWorldOptions, 'actions' | 'maxResultChars' | 'results'> {}

/**
 * The tools of MCP servers as an environment; see `ToolWorld`. No call waits for an approval unless `approve` is true. Closing it
 * closes the connections. Throws `invalid-option` for limits out of range.
 *
 * @example
 * ```ts
 * import { openMcp, mcpEnvironment } from '@skill-state/mcp'
 *
 * const environment = mcpEnvironment(await openMcp([{ url: 'https://mcp.example/v1' }]))
 * console.log(environment.actions.map(({ name }) => name))
 * await environment.close()
 * ```
 */
export function mcpEnvironment(
  connections: McpConnections,
  { timeoutMs = 60_000, approve = false, ...options }: McpEnvironmentOptions = {},
): ToolWorld {
  if (!Number.isSafeInteger(timeoutMs) || timeoutMs < 1) {
    throw invalidOption(`expected timeoutMs to be a whole number from 1, found ${timeoutMs}`)
  }
  const world = new ToolWorld({ ...options, tools: mcpTools(connections, { timeoutMs, approve }) })
  return Object.assign(world, { close: () => connections.close() })
}
