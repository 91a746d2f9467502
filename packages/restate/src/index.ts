export { restateAgent } from './restate-agent.ts'
