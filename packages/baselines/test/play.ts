import {
  type Environment,
  type FinishReason,
  type Model,
  promptText,
  type RunInput,
  type Runtime,
  type Skill,
  type Step,
} from '@skill-state/protocol'

/** What the summariser's request begins with, to tell its calls from those for an action. */
const REQUEST = 'Bring the summary'

export function isRequest(prompt: string): boolean {
  return prompt.startsWith(REQUEST)
}

export const demo: Skill = { name: 'demo', instructions: 'P', schema: {}, initialState: {} }

/** Gives the observations in order, whatever is done, then ends. */
export function world(observations: readonly string[], more: Partial<Environment> = {}): Environment {
  let at = 0
  const observe = async () => ({ text: observations[at] ?? 'the end', done: at >= observations.length })
  return {
    reset: observe,
    step: async () => {
      at += 1
      return observe()
    },
    outcome: async () => ({ reward: 1 }),
    close: async () => {},
    ...more,
  }
}

export interface Recorded {
  /** The prompts of the steps, and of further attempts. */
  readonly prompts: readonly string[]
  /** The requests for a summary. */
  readonly requests: readonly string[]
  readonly steps: readonly Step[]
}

export interface Script {
  readonly observations: readonly string[]
  /** The reply to the call of this index among those for an action. */
  readonly reply?: (index: number) => string
  /** The reply to the request for a summary of this index. */
  readonly summary?: (index: number, request: string) => string
  readonly finishReason?: FinishReason
  readonly skill?: Skill
  readonly noop?: string
}

/** Runs an episode in which every call is answered by the script, and records what the model was shown. */
export async function play(runtime: Runtime, script: Script): Promise<Recorded> {
  const { reply = (index) => `r${index}\nAction: a${index}`, summary = (index) => `summary ${index}` } =
    script
  const prompts: string[] = []
  const requests: string[] = []
  const model: Model = {
    id: 'scripted',
    async generate(request) {
      const prompt = promptText(request.prompt)
      const calls = isRequest(prompt) ? requests : prompts
      calls.push(prompt)
      const index = calls.length - 1
      const text = isRequest(prompt) ? summary(index, prompt) : reply(index)
      const finishReason = isRequest(prompt) ? (script.finishReason ?? 'stop') : 'stop'
      return { text, finishReason, usage: {}, model: 'scripted' }
    },
  }
  const { skill = demo, noop } = script
  const environment = world(script.observations, noop === undefined ? {} : { noop })
  const input: RunInput = { skill, environment, model, seed: 1 }
  const steps = await Array.fromAsync(runtime(input))
  return { prompts, requests, steps }
}

/** `o0`, `o1`, … */
export function observations(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `o${index}`)
}
