import {
  type Environment,
  type JsonObject,
  type Prompt,
  type Skill,
  SkillStateError,
  type Step,
} from '@skill-state/protocol'
import { taskSkill } from '../episode/task-skill.ts'
import { recompute } from '../replay/recompute.ts'
import type { ReplayOptions } from '../replay/replay-episode.ts'
import { promptDigest } from '../trace/digest.ts'
import type { StepLine } from '../trace/trace.ts'
import type { Trace } from '../trace/trace-file.ts'
import { decideAt, skillAt, type VisitedState } from './decide-at.ts'

/** A step that was taken, and the state that it was taken in. */
export interface Visit {
  readonly visited: VisitedState
  /** Of the prompt that the step was decided by: names the state. */
  readonly promptHash: string
  readonly recorded: StepLine
  /** Σ_{t+1} as it was led to. */
  readonly after: JsonObject
  /** All steps of the episode: those before this one's index led to the state. */
  readonly steps: readonly Step[]
}

/**
 * The states in which steps of an episode were taken, rebuilt from its trace, those of which `wanted` says so. Throws `invalid-trace`
 * if the record does not come out again, or if a prompt does not follow from (P, Σ_t, O_t): then its runtime
 * carries something else from step to step, and another model could not be asked the same.
 */
export async function visitedStates(
  trace: Trace,
  options: ReplayOptions,
  wanted: (index: number) => boolean = () => true,
): Promise<Visit[]> {
  const { steps } = await recompute(trace, options)
  const { instructions, seed } = trace.episode
  const skill = taskSkill(options.skill, instructions === undefined ? {} : { instructions })
  const visits: Visit[] = []
  let state = skill.initialState
  for (const [index, step] of steps.entries()) {
    const recorded = trace.steps[index]
    const after = stateOf(trace, step)
    if (recorded !== undefined && wanted(index)) {
      const visited = visitedState({ skill, state, seed, environment: options.environment }, step)
      const promptHash = await firstPromptHash(visited, options)
      requireSamePrompt(trace, index, promptHash)
      visits.push({ visited, promptHash, recorded, after, steps })
    }
    state = after
  }
  return visits
}

function visitedState(
  {
    skill,
    state,
    seed,
    environment,
  }: {
    readonly skill: Skill
    readonly state: JsonObject
    readonly seed: number
    readonly environment: Pick<Environment, 'actionSchema' | 'noop'>
  },
  { observation }: Step,
): VisitedState {
  return { skill: skillAt(skill, state), observation, environment, seed }
}

function stateOf(trace: Trace, { state, index }: Step): JsonObject {
  if (state !== undefined) return state.toJSON()
  throw notOfStateAlone(trace, index)
}

/** What the runtime would ask in the state. */
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
  await decideAt(visited, { runtime, model: listening })
  return prompt === undefined ? undefined : promptDigest(prompt)
}

function requireSamePrompt(trace: Trace, index: number, found: string | undefined): asserts found is string {
  const asked = trace.calls.find(({ step }) => step === index)
  if (found === undefined || asked?.promptHash !== found) throw notOfStateAlone(trace, index)
}

function notOfStateAlone({ file, episode }: Trace, index: number): SkillStateError {
  return new SkillStateError(
    'invalid-trace',
    `${file}, step ${index}: the prompt does not follow from P, Σ_t and O_t alone, so runtime ${episode.runtime} carries something else; match the steps of a runtime such as skill-state`,
  )
}
