import { field } from '@skill-state/eval/options'
import type { FlagsOf } from '../flags-of.ts'

const { entry, flag, listOf, option, repeated, required, text, whole } = field

const recordingFields = {
  prompt: option(text, '<file>', 'the system prompt, if the recordings do not hold it'),
  stateTools: option(listOf(entry), '<names>', 'tools with which the model writes its own notes, as a,b'),
  writeTools: option(
    listOf(entry),
    '<names>',
    'tools that change something (default: what the recording or its format tells)',
  ),
}

/** What every command needs to read recordings. */
export type RecordingFlags = FlagsOf<typeof recordingFields>

export const auditFields = {
  ...recordingFields,
  policy: repeated(
    text.array(),
    '<name>',
    'judge this policy; may be repeated (default: several common ones)',
  ),
  fields: option(text, '<file>', 'also measure what a state of these fields would carry'),
  compare: option(text, '<files>', 'compare with these recordings, a file or folder'),
  html: option(text, '<file>', 'also write the report as a page with plots'),
  json: flag('print all figures as JSON'),
  schema: option(text, '<file>', 'of coding sessions: also write a proposed schema for a state of them'),
  since: option(text, '<date>', 'of coding sessions: only what happened since, as 2026-01-31 or 7d'),
  redact: flag('of coding sessions: show no text of them, and no name of a file or project'),
}

export type AuditFlags = FlagsOf<typeof auditFields>

export const proposeFields = {
  ...recordingFields,
  out: required(text, '<folder>', 'where to write fields.json, state.schema.json, state.ts and SKILL.md'),
  skill: option(text, '<folder>', 'correct the state: of this compiled skill, and show the difference'),
  keyed: flag('key the values of a result by the requested id'),
  maxChars: option(whole(), '<n>', "upper limit of the state's mean size in characters (default: 700)"),
}

export type ProposeFlags = FlagsOf<typeof proposeFields, 'out'>
