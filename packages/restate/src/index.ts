export { type RestateAgentOptions, restateAgent } from './restate-agent.ts'
