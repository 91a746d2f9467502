export {
  groupResults,
  type ModelMessage,
  type Part,
  type ReasonedMessage,
  toModelMessages,
} from './ai-sdk/model-message.ts'
export { type PruneMessages, pruneMessages } from './ai-sdk/prune-messages.ts'
export { clearOldToolResults, clearToolResults } from './clear-tool-results.ts'
export { full, showAll } from './full.ts'
export { type ClearToolUses, clearToolUses } from './langchain/clear-tool-uses.ts'
export {
  approximateTokens,
  type Counter,
  countTokens,
  messageCount,
  textLength,
} from './langchain/counters.ts'
export type { ContextSize, Keep, Trigger } from './langchain/sizes.ts'
export { applySummary, planSummary, type Summarization, type SummaryPlan } from './langchain/summarization.ts'
export {
  type LangChainRole,
  type TrimMessages,
  type Trimmed,
  trimMessages,
} from './langchain/trim-messages.ts'
export { last, showLast } from './last.ts'
export { agentPrompt, lastMessages } from './mastra/agent-prompt.ts'
export { limitTokens, type TokenLimiter, TripWire } from './mastra/token-limiter.ts'
export { mastraTokens } from './mastra/tokens.ts'
export { type FilterRun, filterToolCalls, type ToolCallFilter } from './mastra/tool-call-filter.ts'
export { type MemoryUpdate, updateWorkingMemory, type WorkingMemory } from './mastra/working-memory.ts'
export { defaultPolicies, policyForms, policyOf } from './named-policies.ts'
export { observationOnly, showObservation } from './observation-only.ts'
export {
  type AgentItem,
  asksForCompaction,
  removeAllTools,
  sessionInput,
  toAgentItems,
} from './openai-agents/session.ts'
export type { ContextPolicy, PolicyCall, PolicyMessage, PolicyRecord } from './policy.ts'
export { showNewest, trim } from './trim.ts'
