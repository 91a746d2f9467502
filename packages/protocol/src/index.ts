export type { Benchmark, Player, PromptView, SummaryView, Task, TaskOptions, Turn } from './benchmark.ts'
export {
  type Action,
  callsOf,
  type Environment,
  type EnvironmentCall,
  type Evidence,
  type Observation,
  type Outcome,
  type RecordedSteps,
  type StepOptions,
  type Waiting,
} from './environment.ts'
export { invalidOption, invalidRun, reasonOf, SkillStateError } from './errors.ts'
export type { ErrorCode, Issue, Result } from './issues.ts'
export { isDeeperThan, isJsonObject, type JsonObject, type JsonValue, known, parseJson } from './json.ts'
export { type Clock, clock } from './machine/clock.ts'
export { missingPackage, optionalPackage } from './machine/optional-package.ts'
export { unlessAborted } from './machine/unless-aborted.ts'
export { costOf, type MaxUsage, maxCost, maxUsage } from './model/cost.ts'
export {
  type Message,
  type Part,
  type Prompt,
  promptLength,
  promptText,
  type ToolSpec,
} from './model/message.ts'
export {
  type Capabilities,
  describeModel,
  type Enforcement,
  type FailedAttempt,
  type FinishReason,
  type InjectedFault,
  type Model,
  type ModelRequest,
  type ModelResponse,
  type PriceSheet,
  requestLength,
  type Tokenizer,
  type Usage,
} from './model/model.ts'
export { PromptCache } from './model/prompt-cache.ts'
export { type Checked, checkOptions, parseOptions } from './options.ts'
export type { PromptLayout, ReplyFormat, SummaryRequestLayout } from './prompt-layout.ts'
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
  type RuntimeName,
  type RuntimeRecord,
  readRuntimeName,
  writeRuntimeName,
} from './runtime-record.ts'
export type { Skill, StandardJsonSchema, StateSchema } from './skill.ts'
export {
  capObservation,
  cutMiddle,
  fitting,
  fold,
  longestCapped,
  wholeCharacters,
} from './text/observation-text.ts'
export { printable, printableJson, printableLine } from './text/printable.ts'
