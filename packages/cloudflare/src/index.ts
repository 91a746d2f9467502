export { agentObject } from './agent-object.ts'
export { routeToSessions } from './route-to-sessions.ts'
