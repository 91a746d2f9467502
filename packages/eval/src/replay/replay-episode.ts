import { isDeepStrictEqual } from 'node:util'
import {
  type Environment,
  type Observation,
  promptText,
  type Runtime,
  reasonOf,
  type Skill,
} from '@skill-state/protocol'
import { asRecorded, stepLine, taskSkill } from '../episode/run-episode.ts'
import { stateJudge } from '../episode/state-mistakes.ts'
import { countCharacters, promptDigest } from '../trace/digest.ts'
import type { StepLine } from '../trace/trace.ts'
import type { Trace } from '../trace/trace-file.ts'
import { recordedEnvironment, recordedModel } from './recorded.ts'

/** A recorded value that does not follow from the rest of the record. */
export interface Difference {
  readonly where: string
  readonly what: string
}

export interface ReplayOptions {
  readonly skill: Skill
  readonly runtime: Runtime
  /** What the environment declares; it is neither reset nor stepped. */
  readonly environment: Pick<Environment, 'actionSchema' | 'noop'>
  /** The environment of the task, to take the actions again in. What comes of them must be as recorded. */
  readonly world?: Environment | undefined
}

/**
 * Drives the runtime once more over a recorded episode, with the recorded replies in place of the model and
 * the recorded observations in place of the environment. Every prompt, patch, state and action must come
 * out as recorded; in a world, every observation, judgement of a state and outcome too. Needs no key and no network.
 */
export async function replayEpisode(
  trace: Trace,
  { skill, runtime, environment, world }: ReplayOptions,
): Promise<Difference[]> {
  const differences: Difference[] = []
  const report = (step: number, what: string): void => {
    differences.push({ where: `${trace.file}, step ${step}`, what })
  }
  const said = (observation: Observation, recorded: Observation): void => {
    if (!isDeepStrictEqual(plain(asRecorded(observation)), plain(recorded)))
      report(index, 'the environment answers otherwise')
  }
  const judge = world && stateJudge(world)
  let left = trace.calls.length
  let index = 0
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
    environment: recordedEnvironment(trace, environment, world && { world, said }),
    seed: trace.episode.seed,
  })
  try {
    while (index < trace.steps.length) {
      const { value: step } = await replayed.next()
      const recorded = trace.steps[index]
      if (step === undefined || recorded === undefined) {
        report(index, 'the runtime stops before the record does')
        break
      }
      const mistake = judge === undefined ? recorded.mistake : judge(step)
      const again = stepLine(step, { durationMs: recorded.durationMs, mistake })
      for (const field of differingFields(recorded, again))
        report(index, `${field} differs from what the recorded replies give`)
      index += 1
    }
    if (differences.length === 0) differences.push(...(await endFaults(trace, world)))
    // An unfinished step may have calls, and the runtime must ask for all of them.
    if (differences.length === 0 && trace.end?.status !== 'terminated') await replayed.next().catch(() => {})
    if (left > 0 && trace.end !== undefined) report(index, `${left} recorded calls are not the runtime's`)
  } catch (error) {
    report(index, reasonOf(error))
  } finally {
    await replayed.return()
  }
  return differences
}

async function endFaults({ file, reset, steps, end }: Trace, world?: Environment): Promise<Difference[]> {
  const over = steps.at(-1)?.result.done ?? reset?.observation.done ?? false
  const fault = (what: string): Difference[] => [{ where: `${file}, step ${steps.length}`, what }]
  if (end?.status === 'terminated' && !over) return fault('the episode ends before the environment was done')
  if (end?.status === 'truncated' && over)
    return fault('the episode is cut off after the environment was done')
  if (world === undefined || end?.outcome === undefined) return []
  const isSame = isDeepStrictEqual(plain(await world.outcome()), plain(end.outcome))
  return isSame ? [] : fault('the outcome differs from what the recorded actions give')
}

/** A value as its JSON gives it back. */
const plain = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value

function differingFields(recorded: StepLine, step: StepLine): string[] {
  const recomputed = plain(step)
  return Object.keys({ ...recorded, ...recomputed }).filter(
    (field) => !isDeepStrictEqual(recorded[field as keyof StepLine], recomputed[field as keyof StepLine]),
  )
}
