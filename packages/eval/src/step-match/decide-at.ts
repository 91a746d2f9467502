import {
  type Environment,
  type JsonObject,
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

/** What was decided in a state, or why nothing was. */
export type DecisionAt =
  | { readonly decided: true; readonly step: Step }
  | { readonly decided: false; readonly code: string; readonly message: string }

/**
 * Lets a runtime decide once, as if the episode began in the visited state and ended after the step: for a runtime that
 * carries (P, Σ, O) alone this is the step itself. Errors of the model pass through.
 */
export async function decideAt(
  { skill, observation, environment, seed }: VisitedState,
  {
    runtime,
    model,
    signal,
  }: { readonly runtime: Runtime; readonly model: Model; readonly signal?: AbortSignal },
): Promise<DecisionAt> {
  const steps = runtime({
    skill,
    model,
    environment: standingStill(observation, environment),
    seed,
    signal,
  })
  try {
    const { value: step } = await steps.next()
    if (step !== undefined) return { decided: true, step }
    return { decided: false, code: 'runtime-stopped', message: 'the runtime made no step' }
  } catch (error) {
    if (!(error instanceof SkillStateError) || !NOT_DECIDED.has(error.code)) throw error
    return { decided: false, code: error.code, message: error.message }
  } finally {
    await steps.return()
  }
}

/** Errors by which a runtime says that no reply gave a decision. */
const NOT_DECIDED: ReadonlySet<string> = new Set(['invalid-reply', 'invalid-patch'])

/** An environment that shows one observation and takes one action, to which it says nothing. */
function standingStill(text: string, { actionSchema, noop }: VisitedState['environment']): Environment {
  return {
    actionSchema,
    noop,
    reset: async () => ({ text, done: false }),
    step: async () => ({ text: '', done: true }),
    outcome: async () => ({ reward: 0 }),
    close: async () => {},
  }
}

/** Σ_t in the place of Σ_0. */
export function skillAt(skill: Skill, state: JsonObject): Skill {
  return { ...skill, initialState: state }
}
