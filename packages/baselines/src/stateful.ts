import { compileSkill, decide, type Reading } from '@skill-state/core'
import type { Decision, RunInput, Step } from '@skill-state/protocol'
import { applyUpdates, type Updated } from './_apply-updates.ts'
import { buildStatePrompt } from './_state-prompt.ts'
import { turnText } from './_transcript.ts'
import { createCommandReader } from './read-command.ts'

/**
 * The Stateful runtime (LangGraph-style, A.3): carries the whole transcript, and beside it a state that the
 * model may update. An update merges by ⊕ and must leave the state valid; a refused one changes nothing, and
 * the reply's action is executed all the same. The model is not told.
 *
 * A step has a `patch` where an update was applied, and one of its `notes` for each that was refused, so that
 * the rate of applied updates can be counted from the trace. A reply without an update has neither. Throws
 * `invalid-skill`.
 */
export async function* stateful(input: RunInput): AsyncGenerator<Step, void, undefined> {
  const { environment, model, seed } = input
  const signal = input.signal && { signal: input.signal }
  const skill = compileSkill(input.skill)
  const readCommand = createCommandReader(environment)

  let state = skill.initialState
  let history = ''
  let observation = await environment.reset({ seed, ...signal })
  for (let index = 0; !observation.done && !observation.waiting; index += 1) {
    const { text } = observation
    const before = state
    const { decision, rejections, fallback, reply } = await decide({
      model,
      prompt: buildStatePrompt(skill.skill.instructions, before, history, text),
      read: (written): Reading<Decision & Updated> => {
        const reading = readCommand(written)
        if (!reading.ok) return reading
        return { ok: true, value: { ...reading.value, ...applyUpdates(skill, before, written) } }
      },
      noop: environment.noop,
      ...signal,
    })
    state = fallback ? before : decision.state
    history += turnText({ observation: text, response: reply }, 'Response')
    const result = await environment.step(decision.action, { ...signal, source: decision.actionSource })
    yield { ...decision, index, observation: text, rejections, fallback, state, result }
    observation = result
  }
}
