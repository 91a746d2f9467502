export { contentOf } from './content.ts'
export type { Dropped } from './dropped.ts'
export {
  type EmbeddedAgent,
  type EmbeddedOptions,
  type EmbeddedTool,
  embeddedAgent,
  type StepAnswer,
  type StepRequest,
} from './embedded-agent.ts'
export { outsideTool } from './outside-tool.ts'
export { type Earlier, type Entry, earlierOf } from './transcript.ts'
export { warnUntested } from './untested.ts'
