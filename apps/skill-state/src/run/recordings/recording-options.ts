import { field } from '@skill-state/eval/options'
import { type FlagsOf, names, text, texts, whole } from '../fields.ts'

const { flag, required } = field

const recordingFields = {
  prompt: text('<file>', 'the system prompt, if the recordings do not hold it'),
  stateTools: names('<names>', 'tools with which the model writes its own notes, as a,b'),
  writeTools: names(
    '<names>',
    'tools that change something (default: what the recording or its format tells)',
  ),
}

/** What every command needs to read recordings. */
export type RecordingFlags = FlagsOf<typeof recordingFields>

export const auditFields = {
  ...recordingFields,
  policy: texts('<name>', 'judge this policy; may be repeated (default: several common ones)'),
  fields: text('<file>', 'also measure what a state of these fields would carry'),
  compare: text('<files>', 'compare with these recordings, a file or folder'),
  html: text('<file>', 'also write the report as a page with plots'),
  json: flag('print all figures as JSON'),
  schema: text('<file>', 'of coding sessions: also write a proposed schema for a state of them'),
  since: text('<date>', 'of coding sessions: only what happened since, as 2026-01-31 or 7d'),
  redact: flag('of coding sessions: show no text of them, and no name of a file or project'),
}

export type AuditFlags = FlagsOf<typeof auditFields>

export const proposeFields = {
  ...recordingFields,
  out: required(
    field.text,
    '<folder>',
    'where to write fields.json, state.schema.json, state.ts and SKILL.md',
  ),
  skill: text('<folder>', 'correct the state: of this compiled skill, and show the difference'),
  keyed: flag('key the values of a result by the requested id'),
  maxChars: whole('<n>', "upper limit of the state's mean size in characters (default: 700)"),
}

export type ProposeFlags = FlagsOf<typeof proposeFields, 'out'>
