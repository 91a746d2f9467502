import { usePrecompiled } from '@skill-state/core'
import {
  type Environment,
  isJsonObject,
  type Model,
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
  /** Whether its hash is the recorded one; undefined where the browser can compute none. */
  readonly agrees: boolean | undefined
}

/** What a trace is driven with. */
export interface RebuildInput {
  readonly trace: Trace
  readonly skill: Skill
  readonly runtime: Runtime
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
}: RebuildInput): AsyncGenerator<RebuiltPrompt> {
  const asked: string[] = []
  const steps = runtime({
    skill,
    model: recordedModel(trace, asked),
    environment: recordedEnvironment(trace),
    seed: trace.episode?.seed ?? 0,
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
      asked.push(prompt)
      return { text: call.reply, finishReason: call.finishReason, usage: call.usage, model: call.model }
    },
  }
}

/**
 * The environment as far as the record tells: it has a no-op where one was executed, and its actions are JSON where one
 * was. What kind of JSON it took is not on record, so that no action is refused.
 */
function recordedEnvironment({ reset, steps }: Trace): Environment {
  const noop = steps.find(({ fallback }) => fallback)?.action
  const takesJson = steps.some(
    ({ action, actionSource }) => isJsonObject(action) || actionSource !== undefined,
  )
  let next = 0
  const missing = (): SkillStateError =>
    new SkillStateError('environment-misuse', 'the runtime asks for an observation that is not recorded')
  return {
    ...(takesJson && { actionSchema: anything() }),
    ...(noop !== undefined && { noop }),
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

/** A schema that everything passes, and that needs no code made from text. */
function anything(): ReturnType<typeof usePrecompiled> {
  return usePrecompiled({ schema: {}, validators: { '': () => true } })
}
