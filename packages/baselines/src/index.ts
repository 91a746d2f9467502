export { PINNED_PROMPT_CHARS } from './budget.ts'
export { type AtjshOptions, atjshClassifier } from './llmlingua/atjsh-classifier.ts'
export type { CausalModel, Token } from './llmlingua/causal-model.ts'
export {
  type GgufCausalModel,
  type GgufOptions,
  type GgufToken,
  ggufCausalModel,
} from './llmlingua/gguf-causal-model.ts'
export {
  LLMLINGUA_GRANULARITY,
  LLMLINGUA_SEGMENT,
  type LlmlinguaOptions,
  llmlingua,
} from './llmlingua/llmlingua.ts'
export { type Llmlingua2Options, llmlingua2, type TokenClassifier } from './llmlingua/llmlingua-2.ts'
export { ngramModel } from './llmlingua/ngram/ngram-model.ts'
export { MEMORY_CADENCE, MEMORY_WINDOW, type MemoryOptions, memory } from './memory.ts'
export { prompt, promptJson } from './prompt.ts'
export { createCommandReader } from './read-command.ts'
export { readStateUpdates } from './read-state-updates.ts'
export { stateful } from './stateful.ts'
export { type SummaryCappedOptions, summaryCapped } from './summary-capped.ts'
export { type TruncatedOptions, truncated } from './truncated.ts'
