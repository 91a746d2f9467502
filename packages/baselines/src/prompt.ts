import { decide } from '@skill-state/core'
import type { RunInput, Step } from '@skill-state/protocol'
import { createCommandReader } from './read-command.ts'

/**
 * The Prompt runtime (ReAct): carries the whole transcript, every observation and every full reply, so its
 * prompt grows with each step. Where a step was asked again, only the last reply enters the transcript.
 */
export async function* prompt(input: RunInput): AsyncGenerator<Step, void, undefined> {
  const { skill, environment, model, seed } = input
  const signal = input.signal && { signal: input.signal }
  const read = createCommandReader(environment)

  let history = ''
  let observation = await environment.reset({ seed, ...signal })
  for (let index = 0; !observation.done; index += 1) {
    const { text } = observation
    const { decision, rejections, fallback, reply } = await decide({
      model,
      prompt: buildTranscriptPrompt(skill.instructions, history, text),
      read,
      noop: environment.noop,
      ...signal,
    })
    history += `Observation: ${text}\nReasoning & Action: ${reply}\n`
    const result = await environment.step(decision.action, signal)
    yield { ...decision, index, observation: text, rejections, fallback, result }
    observation = result
  }
}

/**
 * The prompt of Appendix A.1, to the character of the paper's listing: one blank line before and after the
 * history, which is empty in the first step, and no line break at the end.
 */
function buildTranscriptPrompt(instructions: string, history: string, observation: string): string {
  return `Instructions:
${instructions}

History:
${history}
Latest Observation: ${observation}
Generate your next reasoning and action (format 'Action: <cmd>'):`
}
