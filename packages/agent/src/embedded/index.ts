export {
  type Dropped,
  type EmbeddedAgent,
  type EmbeddedOptions,
  type EmbeddedTool,
  embeddedAgent,
  type StepAnswer,
  type StepRequest,
} from './embedded-agent.ts'
export { type OutsideTool, outsideTool } from './outside-tool.ts'
export type { DroppedEntry, Entry, EntryCall } from './transcript.ts'
export { type FrameworkVersion, warnUntested } from './untested.ts'
