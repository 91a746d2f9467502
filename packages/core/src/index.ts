export { type AppliedPatch, applyPatch, type PatchResult, type ReplyContext } from './apply-patch.ts'
export type { Unbounded } from './bounds/bound.ts'
export { capObservation } from './cap-observation.ts'
export { type Certificate, type CertifyOptions, certify } from './certify.ts'
export { type CompiledSkill, compileSkill, type PatchOptions } from './compile-skill.ts'
export { type Decided, type DecideInput, decide, type Reading } from './decide.ts'
export { actionAnswerSchema, answerSchema } from './encodings/answer-schema.ts'
export { type ChosenEncoding, chooseEncoding } from './encodings/choose-encoding.ts'
export type { PatchEncoding } from './encodings/encoding.ts'
export { keepEncoding } from './encodings/keep-encoding.ts'
export { mergeEncoding } from './encodings/merge-encoding.ts'
export { operationsEncoding } from './encodings/operations-encoding.ts'
export type { Guard, Transition } from './guard.ts'
export type {
  CommitMode,
  Journal,
  JournalAnswer,
  JournalDecision,
  JournalMessage,
  JournalPosition,
} from './journal/journal.ts'
export { type DumpsOptions, dumps } from './json/python-json.ts'
export { DEFAULT_ATTEMPTS, MAX_DEPTH, MAX_ISSUES, MAX_PATCH_VALUES } from './limits.ts'
export { type MergeOptions, merge, mergeState } from './merge.ts'
export { type AnswerForm, buildPrompt, type PromptOptions, promptHead, promptLayout } from './prompt.ts'
export { actionSourceOf } from './reply/action-source.ts'
export { type ParsedReply, parseAction, parseReply } from './reply/parse-reply.ts'
export { type ActionReader, createActionReader } from './reply/read-action.ts'
export { withReasons } from './reply/retry.ts'
export type { Approval } from './resume.ts'
export { type RunSkillOptions, runSkill } from './run-skill.ts'
export { type Change, type EntryChange, type LevelChange, listChanges, toPointer } from './state/change.ts'
export { diff } from './state/diff.ts'
export { State, type StateValue, toStateValue } from './state/state.ts'
export { type PrecompiledSchema, usePrecompiled } from './use-precompiled.ts'
