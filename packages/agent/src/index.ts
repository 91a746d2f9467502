export { type Agent, type AgentOptions, agent, type OpenOptions } from './agent.ts'
export type { AgentEvent, ApprovalRequest, Spent, TurnEnd } from './events.ts'
export { eventResponse } from './response.ts'
export { folderResults, memoryResults, type ResultStore } from './results/result-store.ts'
export type { AnySchema, OutputOf, StandardSchema } from './schema.ts'
export type { Said } from './session/conversation.ts'
export type { Limits } from './session/meter.ts'
export { type ApproveOptions, type SendOptions, Session } from './session/session.ts'
export {
  type FileSessionsOptions,
  fileSessions,
  memorySessions,
  type SessionPlace,
  type SessionStore,
} from './stores.ts'
export { type Tool, type ToolCall, type ToolContext, type Tools, tool } from './tool.ts'
