import { isDeepStrictEqual } from 'node:util'
import { type Environment, promptText, type Runtime, type Skill } from '@skill-state/protocol'
import { stepLine } from '../episode/run-episode.ts'
import { taskSkill } from '../episode/task-skill.ts'
import { countCharacters, promptDigest } from '../trace/digest.ts'
import type { StepLine } from '../trace/trace.ts'
import type { Trace } from '../trace/trace-file.ts'
import { recordedEnvironment, recordedModel } from './recorded.ts'

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
  let left = trace.calls.length
  const model = recordedModel(trace.calls, ({ step, promptHash, promptChars }, prompt) => {
    left -= 1
    if (promptDigest(prompt) !== promptHash)
      report(step, 'promptHash differs from the prompt that the record gives')
    if (countCharacters(promptText(prompt)) !== promptChars)
      report(step, 'promptChars differs from the prompt that the record gives')
  })
  const { instructions } = trace.episode
  const replayed = runtime({
    skill: taskSkill(skill, { instructions }),
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
    if (left > 0) report(index, `${left} recorded calls are not the runtime's`)
  }
  return differences
}

function differingFields(recorded: StepLine, recomputed: StepLine): string[] {
  const plain = JSON.parse(JSON.stringify(recomputed)) as StepLine
  return Object.keys({ ...recorded, ...plain }).filter(
    (field) => !isDeepStrictEqual(recorded[field as keyof StepLine], plain[field as keyof StepLine]),
  )
}
