import {
  type Environment,
  type Model,
  type Observation,
  type Prompt,
  SkillStateError,
} from '@skill-state/protocol'
import type { CallLine, ResetLine, StepLine } from '../trace/trace.ts'

/** A model that gives the recorded replies, one after the other, and tells what it is asked in the place of each. */
export function recordedModel(
  calls: readonly CallLine[],
  onCall: (call: CallLine, prompt: Prompt) => void,
): Model {
  let next = 0
  return {
    id: 'recorded',
    async generate({ prompt }) {
      const call = calls[next]
      if (call === undefined)
        throw new SkillStateError('script-exhausted', 'the runtime asks for a call that is not recorded')
      next += 1
      onCall(call, prompt)
      return { text: call.reply, finishReason: call.finishReason, usage: call.usage, model: call.model }
    },
  }
}

interface Recorded {
  readonly reset?: ResetLine | undefined
  readonly steps: readonly StepLine[]
}

/** An environment in which the same actions are taken, and who hears what it says beside what is recorded. */
interface Beside {
  readonly world: Environment
  readonly said: (observation: Observation, recorded: Observation) => void
}

/** An environment that gives the recorded observations, one after the other, whatever the actions are. */
export function recordedEnvironment(
  { reset, steps }: Recorded,
  { actionSchema, noop }: Pick<Environment, 'actionSchema' | 'noop'>,
  beside?: Beside,
): Environment {
  let next = 0
  const missing = (): SkillStateError =>
    new SkillStateError('environment-misuse', 'the runtime asks for an observation that is not recorded')
  return {
    actionSchema,
    noop,
    async reset(options) {
      if (reset === undefined) throw missing()
      beside?.said(await beside.world.reset(options), reset.observation)
      return reset.observation
    },
    async step(action, options) {
      const step = steps[next]
      next += 1
      if (step === undefined) throw missing()
      beside?.said(await beside.world.step(action, options), step.result)
      return step.result
    },
    async outcome() {
      throw missing()
    },
    async close() {},
  }
}
