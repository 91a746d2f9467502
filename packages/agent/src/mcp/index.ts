export { agentServer } from './agent-server.ts'
