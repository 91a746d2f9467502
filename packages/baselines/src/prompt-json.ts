import { actionReader, answerSchema, parseAction, type Reading } from '@skill-state/core'
import { defineRuntime, type Environment, type RuntimeRecord } from '@skill-state/protocol'
import { z } from 'zod'
import { carryTranscript } from './prompt.ts'
import { attempts } from './turns/options.ts'
import { runTurns } from './turns/run-turns.ts'
import { transcriptLayout } from './turns/transcript-prompt.ts'

/** The runtime `prompt`, asking for one JSON object, to which a model can be held by a schema. */
export const promptJson: RuntimeRecord<{ attempts: number; answer: 'json' }> = defineRuntime({
  id: 'prompt-json',
  description: 'prompt whose reply is JSON, held to a schema',
  options: z.strictObject({ attempts, answer: z.literal('json').default('json') }),
  layout: transcriptLayout,
  answerSchema: (_, actionSchema) => answerSchema(undefined, actionSchema),
  run: (input, { attempts }) =>
    runTurns(input, carryTranscript(input, 'json'), {
      attempts,
      read: jsonReader(input.environment),
      answerSchema: answerSchema(undefined, input.environment.actionSchema),
    }),
})

/** Reads an answer that is one JSON object with `reasoning` and `action`. */
function jsonReader(environment: Pick<Environment, 'actionSchema'>): (reply: string) => Reading {
  const readAction = actionReader(environment)
  return (reply) => {
    const parsed = parseAction(reply)
    if (!parsed.ok) return { ok: false, mistake: 'syntax', issues: parsed.issues }
    const { reasoning, action, ...source } = parsed.value
    const taken = readAction(action)
    if (!taken.ok) return { ok: false, mistake: 'action', reasoning, issues: taken.issues }
    return { ok: true, value: { reasoning, action: taken.value, ...source } }
  }
}
