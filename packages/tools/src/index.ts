export type { ActionForm } from './actions.ts'
export { toolInstructions } from './instructions.ts'
export { FINISH, OWN_ACTIONS, READ, REPLY } from './own-actions.ts'
export { memoryResults, type ResultStore } from './results/result-store.ts'
export { resultText } from './results/result-text.ts'
export { type AnySchema, isStandard, type OutputOf, type StandardSchema } from './schema.ts'
export {
  type AnyTool,
  type Tool,
  type ToolCall,
  type ToolContext,
  type ToolResult,
  type Tools,
  tool,
} from './tool.ts'
export { ToolFailure } from './tool-failure.ts'
export { ToolWorld, type ToolWorldOptions } from './tool-world.ts'
export { withoutPatterns } from './without-patterns.ts'
