export type { GrammarOptions } from './answers/index.ts'
export { type Dialect, dialects, enforcement, type Lowered, lowerSchema } from './answers/index.ts'
export type { ModelCapabilities, Provider } from './capabilities/capabilities.ts'
export { capabilitiesOf } from './capabilities/capabilities-of.ts'
export { readModelInfo } from './capabilities/read-model-info.ts'
export { createModel, type ModelOptions } from './create-model.ts'
export { type DistractedOptions, distracted } from './fallible/distracted.ts'
export { type Failing, fallible } from './fallible/fallible.ts'
export { type OverlookingOptions, overlooking } from './fallible/overlooking.ts'
export { type SloppyWriterOptions, sloppyWriter } from './fallible/sloppy-writer.ts'
export {
  type Fault,
  type FaultClass,
  type FaultCount,
  type FaultCounts,
  faultClasses,
} from './faulty/fault.ts'
export { type FaultyModel, faulty } from './faulty/faulty.ts'
export type { FaultyOptions } from './faulty/options.ts'
export type { Clock } from './limits/clock.ts'
export { createLimiter, type Limiter, type LimiterSnapshot, type Place } from './limits/limiter.ts'
export { limiterFor, limiterSnapshots, useLimiters } from './limits/limiters.ts'
export { cached } from './recording/cached.ts'
export { recording } from './recording/recording.ts'
export { replay } from './recording/replay.ts'
export { type KeyOptions, keyOf, requestText } from './recording/request-key.ts'
export { type ParsedPrompt, parsePrompt } from './reference/parse-prompt.ts'
export { reference } from './reference/reference.ts'
export { renderReply } from './reference/render-reply.ts'
export { type Script, scripted } from './scripted.ts'
export { Secret } from './secrets/secret.ts'
export { ProviderError } from './transport/provider-error.ts'
export type { TransportSettings } from './transport/transport.ts'
export { type ProviderEntry, providerTable, type WireFormat } from './wire/providers.ts'
