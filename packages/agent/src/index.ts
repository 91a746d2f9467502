export { type Field, parseFields } from '@skill-state/protocol/evidence'
export {
  type AnySchema,
  type AnyTool,
  type Tool,
  type ToolContext,
  ToolFailure,
  tool,
} from '@skill-state/tools'
export { type Agent, type AgentOptions, agent } from './agent.ts'
export { type AsToolOptions, asTool } from './as-tool.ts'
export { type AgentEvent, handleEvents } from './events.ts'
export { eventResponse } from './response.ts'
export { Session } from './session/session.ts'
export { memorySessions, type ReadableSessionStore, type SessionPlace, type SessionStore } from './stores.ts'
export type { Turn } from './turn.ts'
