import {
  type Environment,
  type Model,
  type Runtime,
  type Skill,
  SkillStateError,
  type Step,
} from '@skill-state/protocol'

/** All that a step's prompt depends on: (P, Σ_t, O_t), and what the environment declares of actions. */
export interface VisitedState {
  /** P, with Σ_t in the place of Σ_0. */
  readonly skill: Skill
  /** O_t */
  readonly observation: string
  readonly environment: Pick<Environment, 'actionSchema' | 'noop'>
  readonly seed: number
}

/**
 * Lets a runtime decide once, as if the episode began in the visited state and ended after the step: for a runtime that
 * carries (P, Σ, O) alone this is the step itself. Throws what the runtime throws, and `runtime-stopped` if it makes no step.
 */
export async function decideAt(
  { skill, observation, environment, seed }: VisitedState,
  { runtime, model }: { readonly runtime: Runtime; readonly model: Model },
): Promise<Step> {
  const standingStill: Environment = {
    ...environment,
    reset: async () => ({ text: observation, done: false }),
    step: async () => ({ text: '', done: true }),
    outcome: async () => ({ reward: 0 }),
    close: async () => {},
  }
  const steps = runtime({ skill, model, environment: standingStill, seed })
  try {
    const { value: step } = await steps.next()
    if (step !== undefined) return step
    throw new SkillStateError('runtime-stopped', 'the runtime made no step')
  } finally {
    await steps.return()
  }
}
