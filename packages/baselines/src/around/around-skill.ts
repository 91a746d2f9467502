import { promptLayout, runSkill } from '@skill-state/core'
import {
  describeModel,
  type Model,
  promptText,
  type RunInput,
  type Step,
  type Turn,
} from '@skill-state/protocol'
import { turnsText } from '../turns/turn-text.ts'

/** How the prompt shows the newest turns. */
export const recentTurns: { readonly heading: string; readonly label: 'Response: ' } = {
  heading: '\n\nRecent Steps:\n',
  label: 'Response: ',
}
const OBSERVATION = '\nLatest Observation: '

/** How a runtime around SKILL.state differs from it. */
export interface Around {
  readonly attempts: number
  /** Stands in the place of the heading above the state. */
  readonly heading: string
  /** How many of the newest turns are shown below the state; `undefined`: there is no place for turns. */
  readonly window?: number | undefined
  /** Changes the text that asks for the reply. */
  readonly ask?: ((ending: string) => string) | undefined
  /** Changes a reply before SKILL.state reads it. Gets the state as the prompt shows it. */
  readonly reply?: ((reply: string, state: string) => string) | undefined
}

/** Runs SKILL.state with other prompts and other readings of replies. The model sees the changed prompt; its own reply is recorded. */
export async function* runAround(input: RunInput, around: Around): AsyncGenerator<Step, void, undefined> {
  const turns: Turn[] = []
  let response = ''
  const model: Model = {
    ...describeModel(input.model),
    async generate(request) {
      const { prompt, state } = changed(promptText(request.prompt), turns, around)
      const answer = await input.model.generate({ ...request, prompt })
      response = answer.text
      return { ...answer, text: around.reply?.(response, state) ?? response }
    },
  }
  for await (const step of runSkill({ ...input, model }, { reply: { attempts: around.attempts } })) {
    turns.push({ observation: step.observation, response })
    yield step
  }
}

/** The prompt with another heading, the newest turns and another ending; the first heading is the real one. */
function changed(
  prompt: string,
  turns: readonly Turn[],
  { heading, window, ask = (ending) => ending }: Around,
): { readonly prompt: string; readonly state: string } {
  const at = prompt.indexOf(promptLayout.heading)
  const from = at + promptLayout.heading.length
  const end = prompt.indexOf(OBSERVATION, from)
  const state = prompt.slice(from, end)
  const recent =
    window === undefined ? '' : `${recentTurns.heading}${turnsText(turns.slice(-window), recentTurns.label)}`
  const tail = prompt.slice(end)
  const ending = Math.max(...Object.keys(promptLayout.replies).map((reply) => tail.lastIndexOf(reply)))
  return {
    prompt: `${prompt.slice(0, at)}${heading}${state}${recent}${tail.slice(0, ending)}${ask(tail.slice(ending))}`,
    state,
  }
}
