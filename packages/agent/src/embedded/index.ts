export type { Dropped, DroppedEntry } from './dropped.ts'
export {
  type EmbeddedAgent,
  type EmbeddedOptions,
  type EmbeddedTool,
  embeddedAgent,
  type StepAnswer,
  type StepRequest,
} from './embedded-agent.ts'
export { type OutsideTool, outsideTool } from './outside-tool.ts'
export { type Earlier, type Entry, type EntryCall, earlierOf, notShown } from './transcript.ts'
export { type FrameworkVersion, warnUntested } from './untested.ts'
