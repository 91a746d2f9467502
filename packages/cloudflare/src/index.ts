export { type AgentObjectOptions, agentObject, type ObjectClass } from './agent-object.ts'
export type { ObjectState, ObjectStorage } from './object-place.ts'
export { type ObjectNamespace, routeToSessions } from './route-to-sessions.ts'
