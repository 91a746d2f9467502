import { taskSkill } from '@skill-state/eval'
import {
  type Environment,
  type Model,
  promptText,
  type Runtime,
  type Skill,
  SkillStateError,
} from '@skill-state/protocol'
import type { Trace } from '../data/trace.ts'
import { sha256 } from './sha256.ts'

/** A prompt as the record gives it again. */
export interface RebuiltPrompt {
  /** Which of the trace's calls. */
  readonly call: number
  readonly prompt: string
  /** Whether its hash is the recorded one; undefined if the browser can compute none. */
  readonly agrees: boolean | undefined
}

/** What a trace is driven with. */
export interface RebuildInput {
  readonly trace: Trace
  /** The benchmark's: what the task adds to it is in the trace. */
  readonly skill: Skill
  readonly runtime: Runtime
  /** What the environment declares. */
  readonly environment: Pick<Environment, 'actionSchema' | 'noop'>
}

/**
 * Drives the runtime once more over a recorded episode, with the recorded replies in place of the model and the recorded
 * observations in place of the environment, and yields the prompt of each recorded call. Ends early, with the error that
 * says why, where the runtime does not come as far as the record.
 */
export async function* rebuildPrompts({
  trace,
  skill,
  runtime,
  environment,
}: RebuildInput): AsyncGenerator<RebuiltPrompt> {
  const asked: string[] = []
  const { instructions, seed = 0 } = trace.episode ?? {}
  const steps = runtime({
    skill: taskSkill(skill, { ...(instructions !== undefined && { instructions }) }),
    model: recordedModel(trace, asked),
    environment: { ...environment, ...recordedWorld(trace) },
    seed,
  })
  let given = 0
  let failure: unknown
  while (given < trace.calls.length && failure === undefined) {
    const ended = await steps.next().then(
      ({ done }) => (done ? new Error('the runtime stops before the record does') : undefined),
      (error: unknown) => error,
    )
    for (; given < asked.length; given += 1) {
      const prompt = asked[given] ?? ''
      const hash = await sha256(prompt)
      yield {
        call: given,
        prompt,
        agrees: hash === undefined ? undefined : hash === trace.calls[given]?.promptHash,
      }
    }
    failure = ended
  }
  await steps.return()
  if (given < trace.calls.length) throw failure
}

function recordedModel({ calls }: Trace, asked: string[]): Model {
  return {
    id: 'recorded',
    async generate({ prompt }) {
      const call = calls[asked.length]
      if (call === undefined) {
        throw new SkillStateError('script-exhausted', 'the runtime asks for a call that is not recorded')
      }
      asked.push(promptText(prompt))
      return { text: call.reply, finishReason: call.finishReason, usage: call.usage, model: call.model }
    },
  }
}

/** The observations of the record, one after the other. */
function recordedWorld({ reset, steps }: Trace): Environment {
  let next = 0
  const missing = (): SkillStateError =>
    new SkillStateError('environment-misuse', 'the runtime asks for an observation that is not recorded')
  return {
    async reset() {
      if (reset === undefined) throw missing()
      return reset.observation
    },
    async step() {
      const step = steps[next]
      next += 1
      if (step === undefined) throw missing()
      return step.result
    },
    async outcome() {
      throw missing()
    },
    async close() {},
  }
}
