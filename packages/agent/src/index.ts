export { type Field, parseFields } from '@skill-state/core/capture'
export type { Limits, Spent } from '@skill-state/protocol/meter'
export {
  type AnySchema,
  type AnyTool,
  type OutputOf,
  type ResultStore,
  type Tool,
  type ToolCall,
  type ToolContext,
  ToolFailure,
  type ToolResult,
  type Tools,
  tool,
} from '@skill-state/tools'
export { type Agent, type AgentOptions, agent, type InputsOf, type OpenOptions } from './agent.ts'
export { type AsToolOptions, asTool } from './as-tool.ts'
export {
  type AgentEvent,
  type AnyInputs,
  type EventHandlers,
  handleEvents,
} from './events.ts'
export { eventResponse } from './response.ts'
export type { Called, Said } from './session/conversation.ts'
export {
  type AnswerOptions,
  Session,
} from './session/session.ts'
export { memorySessions, type ReadableSessionStore, type SessionPlace, type SessionStore } from './stores.ts'
export type { Turn } from './turn.ts'
