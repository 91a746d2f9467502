import { actionAnswerSchema } from '@skill-state/core'
import { defineRuntime, type RuntimeRecord } from '@skill-state/protocol'
import { z } from 'zod'
import { carryTranscript } from './prompt.ts'
import { attempts } from './turns/options.ts'
import { createJsonReader } from './turns/read-json-answer.ts'
import { runTurns } from './turns/run-turns.ts'
import { transcriptLayout } from './turns/transcript-prompt.ts'

/** The runtime `prompt`, asking for one JSON object, to which a model can be held by a schema. */
export const promptJson: RuntimeRecord<{ attempts: number; answer: 'json' }> = defineRuntime({
  id: 'prompt-json',
  description: 'prompt whose reply is JSON, held to a schema',
  options: z.strictObject({ attempts, answer: z.literal('json').default('json') }),
  layout: transcriptLayout,
  answerSchema: (_, actionSchema) => actionAnswerSchema(actionSchema),
  run: (input, { attempts }) =>
    runTurns(input, carryTranscript(input, 'json'), {
      attempts,
      read: createJsonReader(input.environment),
      answerSchema: actionAnswerSchema(input.environment.actionSchema),
    }),
})
