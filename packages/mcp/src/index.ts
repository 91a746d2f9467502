export { boundedMessages } from './connection/bounded-messages.ts'
export {
  type ConnectMcpOptions,
  connectMcp,
  type McpConnections,
  type McpTool,
} from './connection/connect-mcp.ts'
export type { HttpServer, McpServer, StdioServer } from './connection/server.ts'
export { type McpEnvironment, type McpEnvironmentOptions, mcpEnvironment } from './environment.ts'
export { type McpToolsOptions, mcpTools } from './tools/mcp-tools.ts'
export { READ_SERVER, readServerTool } from './tools/named-tools.ts'
