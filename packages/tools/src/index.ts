export {
  type ActionForm,
  type Conversation,
  FINISH,
  OWN_ACTIONS,
  READ,
  REPLY,
  type ToolAction,
} from './actions.ts'
export { resultText } from './call-tool.ts'
export { toolInstructions } from './instructions.ts'
export { memoryResults, type ResultStore } from './results/result-store.ts'
export { type AnySchema, isStandard, type OutputOf, type StandardSchema } from './schema.ts'
export { type AnyTool, type Tool, type ToolCall, type ToolContext, type Tools, tool } from './tool.ts'
export { ToolFailure } from './tool-failure.ts'
export { ToolWorld, type ToolWorldOptions, type WorldEvents } from './tool-world.ts'
export { withoutPatterns } from './without-patterns.ts'
