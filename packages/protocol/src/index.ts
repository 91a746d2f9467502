export type { Benchmark, Player, PromptView, SummaryView, Task, TaskOptions, Turn } from './benchmark.ts'
export { costOf, type MostUsage, mostCost, mostUsage } from './cost.ts'
export { describeModel } from './describe-model.ts'
export type {
  Action,
  Environment,
  EnvironmentCall,
  Evidence,
  Observation,
  Outcome,
  RecordedSteps,
  StepOptions,
  Waiting,
} from './environment.ts'
export { SkillStateError } from './errors.ts'
export type { ErrorCode, Issue, Result } from './issues.ts'
export { isJsonObject, type JsonObject, type JsonValue } from './json.ts'
export {
  type Message,
  type Prompt,
  promptLength,
  promptText,
  type ToolSpec,
  type ToolUse,
} from './message.ts'
export type {
  Capabilities,
  Enforcement,
  FailedAttempt,
  FinishReason,
  InjectedFault,
  Model,
  ModelRequest,
  ModelResponse,
  PriceSheet,
  Tokenizer,
  Usage,
} from './model.ts'
export { checkOptions, type OptionsSchema, parseOptions, type SetOptions } from './options.ts'
export { printable, printableJson, printableLine } from './printable.ts'
export type { PromptLayout, ReplyFormat, SummaryRequestLayout, TurnsLayout } from './prompt-layout.ts'
export type {
  Decision,
  Mistake,
  Rejection,
  RunInput,
  Runtime,
  RuntimeEnvironment,
  StateSnapshot,
  Step,
} from './runtime.ts'
export {
  defineRuntime,
  type Ink,
  type RuntimeDefinition,
  type RuntimeName,
  type RuntimeRecord,
  readRuntimeName,
  writeRuntimeName,
} from './runtime-record.ts'
export type { Skill, StandardJsonSchema, StateSchema } from './skill.ts'
