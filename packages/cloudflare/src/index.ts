export { agentObject, routeToSessions } from './agent-object.ts'
