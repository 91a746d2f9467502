export { type ConnectMcpOptions, connectMcp, type McpConnections, type McpTool } from './connect-mcp.ts'
export { type McpEnvironment, type McpEnvironmentOptions, mcpEnvironment } from './environment.ts'
export { type McpToolsOptions, mcpTools } from './mcp-tools.ts'
export { describeServer, type HttpServer, type McpServer, type StdioServer } from './server.ts'
