import { actionReader, decide, parseAction } from '@skill-state/core'
import { defineRuntime, type RunInput, type RuntimeRecord, type Step } from '@skill-state/protocol'
import { z } from 'zod'

const HEADING = '\n\nDone so far:\n'
const REPLY = '\nAnswer with one JSON object: '

/** Carries the actions that were taken, and nothing of what they brought to light. */
export const actionsOnly: RuntimeRecord<{ attempts: number }> = defineRuntime({
  id: 'actions-only',
  description: 'the actions taken so far',
  options: z.strictObject({ attempts: z.int().min(1).default(3) }), // what can be set, with its default
  layout: { heading: HEADING, observation: 'last', replies: { [REPLY]: 'json-action' } }, // for the model `reference`
  run: (input, { attempts }) => runActions(input, attempts),
})

async function* runActions(input: RunInput, attempts: number): AsyncGenerator<Step, void, undefined> {
  const { skill, environment, model, seed, signal } = input
  const readAction = actionReader(environment)
  const taken: string[] = []
  let observation = await environment.reset({ seed, signal })
  for (let index = 0; !observation.done && !observation.waiting; index += 1) {
    const head = `Instructions:\n${skill.instructions}${HEADING}${taken.join('\n')}`
    const { decision, rejections, fallback } = await decide({
      model,
      prompt: `${head}\nLatest Observation: ${observation.text}${REPLY}{"action": "<command>"}.`,
      noop: environment.noop,
      attempts,
      signal,
      read(reply) {
        const parsed = parseAction(reply)
        if (!parsed.ok) return { ok: false, mistake: 'syntax', issues: parsed.issues }
        const action = readAction(parsed.value.action)
        if (!action.ok) return { ok: false, mistake: 'action', issues: action.issues }
        return { ok: true, value: { reasoning: parsed.value.reasoning, action: action.value } }
      },
    })
    taken.push(JSON.stringify(decision.action))
    const result = await environment.step(decision.action, { signal })
    yield { ...decision, index, observation: observation.text, rejections, fallback, result }
    observation = result
  }
}
