export { type AgentServerOptions, agentServer } from './agent-server.ts'
