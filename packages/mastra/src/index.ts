export { type StateProcessor, type StateProcessorOptions, stateProcessor } from './state-processor.ts'
