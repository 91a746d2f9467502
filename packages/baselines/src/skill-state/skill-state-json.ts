import {
  type AnswerForm,
  answerSchema,
  compileSkill,
  keepEncoding,
  mergeEncoding,
  operationsEncoding,
  type PatchEncoding,
  promptLayout,
  runSkill,
} from '@skill-state/core'
import { defineRuntime, type RuntimeRecord } from '@skill-state/protocol'
import { z } from 'zod'
import { attempts } from '../turns/options.ts'

type JsonOptions = {
  attempts: number
  answer: AnswerForm
  encoding: string
}

type JsonRecord = RuntimeRecord<JsonOptions>

/** Replies in one JSON object, to which a model is held if it can be; the patch is written as the encoding says. */
function inJson(id: string, encoding: PatchEncoding, patch: string): JsonRecord {
  return defineRuntime<JsonOptions>({
    id,
    description: `skill-state whose reply is JSON, held to a schema; the patch is ${patch}`,
    options: z.strictObject({
      attempts,
      answer: z.literal('json').default('json'),
      encoding: z.literal(encoding.name).default(encoding.name),
    }),
    layout: promptLayout,
    answerSchema: (skill, actionSchema) => answerSchema(compileSkill(skill, { encoding }), actionSchema),
    run: (input, { attempts, answer }) =>
      runSkill(input, { patch: { encoding }, reply: { attempts, answer }, observation: { form: 'literal' } }),
  })
}

export const skillStateJson: JsonRecord = inJson('skill-state-json', mergeEncoding, 'a merge object')

export const skillStateKeep: JsonRecord = inJson(
  'skill-state-keep',
  keepEncoding,
  'an object with every key, kept or set',
)

export const skillStateOperations: JsonRecord = inJson(
  'skill-state-operations',
  operationsEncoding,
  'a list of operations',
)
