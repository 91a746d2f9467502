export {
  type Fault,
  type FaultClass,
  type FaultCount,
  type FaultCounts,
  faultClasses,
} from './faulty/fault.ts'
export { type FaultyModel, faulty } from './faulty/faulty.ts'
export type { FaultyOptions } from './faulty/options.ts'
export type { ReplyFormat } from './reference/layouts.ts'
export { type ParsedPrompt, parsePrompt } from './reference/parse-prompt.ts'
export { reference } from './reference/reference.ts'
export { renderReply } from './reference/render-reply.ts'
export { type Script, scripted } from './scripted.ts'
export { o200k } from './tokenizer-o200k.ts'
