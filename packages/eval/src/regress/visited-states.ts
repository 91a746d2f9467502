import { type JsonObject, type Prompt, SkillStateError, type Step } from '@skill-state/protocol'
import { isUndecided } from '@skill-state/protocol/regress'
import { taskSkill } from '../episode/run-episode.ts'
import { recompute } from '../replay/recompute.ts'
import type { ReplayOptions } from '../replay/replay-episode.ts'
import { promptDigest } from '../trace/digest.ts'
import type { StepLine } from '../trace/trace.ts'
import type { Trace } from '../trace/trace-file.ts'
import { decideAt, type VisitedState } from './decide-at.ts'

/** A step that was taken, and the state that it was taken in. */
export interface Visit {
  readonly visited: VisitedState
  readonly recorded: StepLine
  /** Σ_{t+1} as it was led to. */
  readonly after: JsonObject
  readonly before: readonly Step[]
}

/**
 * The states in which the wanted steps of an episode were taken, rebuilt from its trace. Throws `invalid-trace`
 * if the record does not come out again, or if a prompt does not follow from (P, Σ_t, O_t): then its runtime
 * carries something else from step to step, and another model could not be asked the same.
 */
export async function* visitedStates(
  trace: Trace,
  options: ReplayOptions,
  wanted: ReadonlySet<number>,
): AsyncGenerator<Visit> {
  if (wanted.size === 0) return
  const { steps } = await recompute(trace, options)
  const { instructions, seed } = trace.episode
  const skill = taskSkill(options.skill, instructions === undefined ? {} : { instructions })
  const { actionSchema, noop } = options.environment
  let state = skill.initialState
  for (const [index, { observation, state: next }] of steps.entries()) {
    const recorded = trace.steps[index]
    if (next === undefined || recorded === undefined) throw notOfStateAlone(trace, index)
    const after = next.toJSON()
    if (wanted.has(index)) {
      const at = { ...skill, initialState: state }
      const visited = { skill: at, observation, seed, environment: { actionSchema, noop } }
      const asked = trace.calls.find(({ step }) => step === index)?.promptHash
      if (asked === undefined || asked !== (await firstPromptHash(visited, options)))
        throw notOfStateAlone(trace, index)
      yield { visited, recorded, after, before: steps.slice(0, index) }
    }
    state = after
  }
}

async function firstPromptHash(
  visited: VisitedState,
  { runtime }: ReplayOptions,
): Promise<string | undefined> {
  let prompt: Prompt | undefined
  const listening = {
    id: 'listening',
    generate: async (request: { readonly prompt: Prompt }): Promise<never> => {
      prompt ??= request.prompt
      throw new SkillStateError('invalid-reply', 'nothing is answered')
    },
  }
  await decideAt(visited, { runtime, model: listening }).catch((error: unknown) => {
    if (!isUndecided(error)) throw error
  })
  return prompt && promptDigest(prompt)
}

function notOfStateAlone({ file, episode }: Trace, index: number): SkillStateError {
  return new SkillStateError(
    'invalid-trace',
    `${file}, step ${index}: the prompt does not follow from P, Σ_t and O_t alone, so runtime ${episode.runtime} carries something else; compare the steps of a runtime such as skill-state`,
  )
}
