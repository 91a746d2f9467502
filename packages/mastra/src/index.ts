export { stateProcessor } from './state-processor.ts'
export { toTool } from './to-tool.ts'
