import { type Guard, promptLayout, type RunSkillOptions, runSkill } from '@skill-state/core'
import type { Model, RunInput, Step } from '@skill-state/protocol'
import { withoutNulls } from '../around/without-nulls.ts'

/** What can be taken away from SKILL.state, or added to it, to see what it is worth. */
export type Ablations = {
  /** `off`: any object is a valid state. */
  schema?: 'on' | 'off' | undefined
  /** `off`: null in a patch deletes nothing. */
  deletion?: 'on' | 'off' | undefined
  /** `kept`: each prompt shows the reasoning of all earlier steps, after the instructions. */
  reasoning?: 'dropped' | 'kept' | undefined
}

export function runAblated(
  input: RunInput,
  options: RunSkillOptions,
  { schema, deletion, reasoning }: Ablations,
): AsyncGenerator<Step, void, undefined> {
  const said: string[] = []
  return runSkill(
    {
      ...input,
      skill: schema === 'off' ? { ...input.skill, schema: { type: 'object' } } : input.skill,
      model: reasoning === 'kept' ? showing(input.model, said) : input.model,
    },
    {
      ...options,
      patch: { ...options.patch, guards: deletion === 'off' ? [noDeletion] : [] },
      reply: { ...options.reply, onDecided: (decision) => said.push(decision.reasoning) },
    },
  )
}

const noDeletion: Guard = {
  name: 'no-deletion',
  rewrite: (patch) => ({ ok: true, value: withoutNulls(patch) }),
}

function showing(model: Model, said: readonly string[]): Model {
  return {
    ...model,
    generate: (request) => {
      const { prompt } = request
      if (typeof prompt !== 'string' || said.length === 0) return model.generate(request)
      const shown = `\n\nYour reasoning in earlier steps:\n${said.join('\n')}${promptLayout.heading}`
      return model.generate({ ...request, prompt: prompt.replace(promptLayout.heading, () => shown) })
    },
  }
}
