import { recordedEnvironment, recordedModel, taskSkill } from '@skill-state/eval'
import { type Environment, promptText, type Runtime, type Skill } from '@skill-state/protocol'
import type { Trace } from '../../manifest/trace.ts'
import { sha256 } from './sha256.ts'

export interface RebuiltPrompt {
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
 * says why, if the runtime ends before the record does.
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
    skill: taskSkill(skill, { instructions }),
    model: recordedModel(trace.calls, (_, prompt) => void asked.push(promptText(prompt))),
    environment: recordedEnvironment(trace, environment),
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
