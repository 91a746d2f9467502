export { applyPatch } from './apply-patch.ts'
export { type Certificate, certify } from './certify.ts'
export { chooseEncoding } from './choose-encoding.ts'
export { type CompiledSkill, compileSkill } from './compile-skill.ts'
export { type DecideInput, decide, type Reading } from './decide.ts'
export { actionAnswerSchema, answerSchema } from './encodings/answer-schema.ts'
export type { PatchEncoding } from './encodings/encoding.ts'
export { keepEncoding } from './encodings/keep-encoding.ts'
export { mergeEncoding } from './encodings/merge-encoding.ts'
export { operationsEncoding } from './encodings/operations-encoding.ts'
export type { Guard } from './guard.ts'
export type { Journal, JournalDecision, JournalPosition } from './journal/journal.ts'
export { DEFAULT_ATTEMPTS } from './json/limits.ts'
export { dumps } from './json/python-json.ts'
export { merge, mergeState } from './merge.ts'
export {
  type AnswerForm,
  ask,
  buildMessages,
  buildPrompt,
  promptHead,
  promptLayout,
  withReasons,
} from './prompt.ts'
export { actionSourceOf } from './reply/action-source.ts'
export { parseAction, parseReply } from './reply/parse-reply.ts'
export { type ActionReader, actionReader } from './reply/read-action.ts'
export { type RunSkillOptions, runSkill } from './run-skill.ts'
export { type LevelChange, listChanges, toPointer } from './state/change.ts'
export { diff } from './state/diff.ts'
export { State } from './state/state.ts'
