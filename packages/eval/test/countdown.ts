import {
  type Benchmark,
  type Environment,
  type Model,
  promptText,
  type RunInput,
  type Runtime,
  SkillStateError,
  type Step,
} from '@skill-state/protocol'
import type { Episode } from '../src/episode/run-episode.ts'

/** A world of `horizon` steps in which the action `good` is right. */
export function countdown(horizon: number, faults: Partial<Environment> = {}): Environment {
  let step = 0
  let right = 0
  return {
    async reset({ seed }) {
      step = 0
      right = 0
      return { text: `seed ${seed}, step 0`, done: false }
    },
    async step(action) {
      step += 1
      if (action === 'good') right += 1
      return { text: `step ${step}`, done: step === horizon }
    },
    async outcome() {
      return { reward: right / horizon, metrics: { right } }
    },
    async close() {},
    ...faults,
  }
}

/** Asks once a step and does what the reply says; an empty reply cannot be read. */
export async function* obey({
  environment,
  model,
  seed,
  skill,
  signal,
}: RunInput): AsyncGenerator<Step, void, undefined> {
  let observation = await environment.reset({ seed })
  let state = skill.initialState
  for (let index = 0; !observation.done; index += 1) {
    const prompt = `${skill.instructions}\n${JSON.stringify(state)}\n${observation.text}`
    const { text } = await model.generate({ prompt, signal })
    if (text === '') throw new SkillStateError('invalid-reply', 'the reply is empty')
    const patch = { last: text }
    const after = { ...state, ...patch }
    state = after
    const result = await environment.step(text)
    yield {
      index,
      observation: observation.text,
      reasoning: '',
      patch,
      action: text,
      rejections: [],
      fallback: false,
      state: { toJSON: () => after },
      result,
    }
    observation = result
  }
}

/** A model that always replies the same, or with what a function makes of the prompt. */
export function always(reply: string | ((prompt: string) => string | Promise<string>)): Model {
  return {
    id: 'always',
    async generate({ prompt }) {
      const text = typeof reply === 'string' ? reply : await reply(promptText(prompt))
      return { text, finishReason: 'stop', usage: { inputTokens: 10, outputTokens: 2 }, model: 'always-1' }
    },
  }
}

export interface EpisodeParts {
  readonly horizon?: number
  readonly environment?: (horizon: number) => Environment
  readonly runtime?: Runtime
  readonly model?: Model
  readonly seed?: number
}

export function episode(parts: EpisodeParts = {}): Episode {
  const { horizon = 3, environment = countdown, runtime = obey, model = always('good'), seed = 1 } = parts
  const benchmark: Benchmark = {
    id: 'countdown@1',
    description: 'counts down',
    skill: { name: 'countdown', instructions: 'Be good.', schema: { type: 'object' }, initialState: {} },
    tasks: () => [],
    open: () => environment(horizon),
  }
  const task = { id: `t${horizon}-s${seed}`, seed, horizon, parameters: {} }
  return { benchmark, task, runtime: { id: 'obey', run: runtime }, model }
}
