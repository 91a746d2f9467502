import { createActionReader, decide, parseAction } from '@skill-state/core'
import type { RunInput, Step } from '@skill-state/protocol'

/** Carries the actions that were taken, and nothing of what they brought to light. */
export async function* actionsOnly(input: RunInput): AsyncGenerator<Step, void, undefined> {
  const { skill, environment, model, seed } = input
  const signal = input.signal && { signal: input.signal }
  const readAction = createActionReader(environment)
  const taken: string[] = []
  let observation = await environment.reset({ seed, ...signal })
  for (let index = 0; !observation.done; index += 1) {
    const prompt = [
      skill.instructions,
      `Done so far: ${taken.join(', ') || 'nothing'}.`,
      observation.text,
      'Answer with one JSON object: {"action": "<command>"}.',
    ].join('\n\n')
    const { decision, rejections, fallback } = await decide({
      model,
      prompt,
      noop: environment.noop,
      ...signal,
      read(reply) {
        const parsed = parseAction(reply)
        if (!parsed.ok) return { ok: false, mistake: 'syntax', issues: parsed.issues }
        const action = readAction(parsed.value.action)
        if (!action.ok) return { ok: false, mistake: 'action', issues: action.issues }
        return { ok: true, value: { reasoning: parsed.value.reasoning, action: action.value } }
      },
    })
    taken.push(JSON.stringify(decision.action))
    const result = await environment.step(decision.action, { ...signal })
    yield { ...decision, index, observation: observation.text, rejections, fallback, result }
    observation = result
  }
}
