import { isDeepStrictEqual } from 'node:util'
import {
  type Environment,
  type Model,
  promptText,
  type Runtime,
  type Skill,
  SkillStateError,
} from '@skill-state/protocol'
import { stepLine } from '../episode/run-episode.ts'
import { taskSkill } from '../episode/task-skill.ts'
import { countCharacters, promptDigest } from '../trace/digest.ts'
import type { CallLine, StepLine } from '../trace/trace.ts'
import type { Trace } from '../trace/trace-file.ts'

/** A recorded value that does not follow from the rest of the record. */
export interface Difference {
  /** File and step. */
  readonly where: string
  readonly what: string
}

export interface ReplayOptions {
  readonly skill: Skill
  readonly runtime: Runtime
  /** What the environment declares; it is neither reset nor stepped. */
  readonly environment: Pick<Environment, 'actionSchema' | 'noop'>
}

/**
 * Drives the runtime once more over a recorded episode, with the recorded replies in place of the model and
 * the recorded observations in place of the environment. Every prompt, patch, state and action must come
 * out as recorded. Needs no key, no network and no environment.
 */
export async function replayEpisode(
  trace: Trace,
  { skill, runtime, environment }: ReplayOptions,
): Promise<Difference[]> {
  const differences: Difference[] = []
  const report = (step: number, what: string): void => {
    differences.push({ where: `${trace.file}, step ${step}`, what })
  }
  const model = recordedModel(trace.calls, (call, what) => report(call.step, what))
  const { instructions } = trace.episode
  const replayed = runtime({
    skill: taskSkill(skill, { ...(instructions !== undefined && { instructions }) }),
    model,
    environment: recordedEnvironment(trace, environment),
    seed: trace.episode.seed,
  })
  let index = 0
  try {
    while (index < trace.steps.length) {
      const { value: step } = await replayed.next()
      const recorded = trace.steps[index]
      if (step === undefined || recorded === undefined) {
        report(index, 'the runtime stops before the record does')
        break
      }
      for (const field of differingFields(
        recorded,
        stepLine(step, { durationMs: recorded.durationMs, mistake: recorded.mistake }),
      )) {
        report(index, `${field} differs from what the recorded replies give`)
      }
      index += 1
    }
  } catch (error) {
    report(index, error instanceof Error ? error.message : String(error))
  } finally {
    await replayed.return()
  }
  const over = trace.steps.at(-1)?.result.done ?? trace.reset?.observation.done ?? false
  if (trace.end?.status === 'terminated') {
    if (!over) report(index, 'the episode ends before the environment was done')
    if (model.left() > 0) report(index, `${model.left()} recorded calls are not the runtime's`)
  }
  return differences
}

function differingFields(recorded: StepLine, recomputed: StepLine): string[] {
  const plain = JSON.parse(JSON.stringify(recomputed)) as StepLine
  return Object.keys({ ...recorded, ...plain }).filter(
    (field) => !isDeepStrictEqual(recorded[field as keyof StepLine], plain[field as keyof StepLine]),
  )
}

function recordedModel(
  calls: readonly CallLine[],
  report: (call: CallLine, what: string) => void,
): Model & { left: () => number } {
  let next = 0
  return {
    id: 'recorded',
    left: () => Math.max(0, calls.length - next),
    async generate({ prompt }) {
      const call = calls[next]
      next += 1
      if (call === undefined)
        throw new SkillStateError('script-exhausted', 'the runtime asks for a call that is not recorded')
      if (promptDigest(prompt) !== call.promptHash)
        report(call, 'promptHash differs from the prompt that the record gives')
      if (countCharacters(promptText(prompt)) !== call.promptChars)
        report(call, 'promptChars differs from the prompt that the record gives')
      return { text: call.reply, finishReason: call.finishReason, usage: call.usage, model: call.model }
    },
  }
}

function recordedEnvironment(
  { reset, steps }: Trace,
  { actionSchema, noop }: ReplayOptions['environment'],
): Environment {
  let next = 0
  const missing = (): SkillStateError =>
    new SkillStateError('environment-misuse', 'the runtime asks for an observation that is not recorded')
  return {
    ...(actionSchema !== undefined && { actionSchema }),
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
