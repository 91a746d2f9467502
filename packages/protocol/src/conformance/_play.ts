import type { Action, Environment, Observation, Outcome } from '../environment.ts'

/** The options of the environment suite with their defaults filled in. */
export interface EnvironmentPlan {
  readonly open: () => Environment | Promise<Environment>
  readonly actions: readonly Action[]
  readonly seed: number
  readonly otherSeed: number
  readonly reachesEnd: boolean
  readonly hostileActions: readonly Action[] | undefined
}

/** One point of an episode. The outcome is there where it was asked for. */
export interface Point {
  readonly text: string
  readonly done: boolean
  readonly outcome?: Outcome
}

/** Plays the actions, up to the end of the episode, from a reset with the seed. */
export async function play(
  environment: Environment,
  seed: number,
  actions: readonly Action[],
  options?: { readonly withoutOutcomes?: boolean },
): Promise<readonly Point[]> {
  const points: Point[] = []
  for await (const observation of observations(environment, seed, actions)) {
    const { text, done } = observation
    if (options?.withoutOutcomes) points.push({ text, done })
    else points.push({ text, done, outcome: await environment.outcome() })
  }
  return points
}

/** The observations of an episode, one at a time, so that others can act in between. */
export async function* observations(
  environment: Environment,
  seed: number,
  actions: readonly Action[],
): AsyncGenerator<Observation, void, undefined> {
  let observation = await environment.reset({ seed })
  yield observation
  for (const action of actions) {
    if (observation.done) return
    observation = await environment.step(action)
    yield observation
  }
}

/** Opens an environment and closes it, whatever happens. */
export async function withEnvironment(
  plan: EnvironmentPlan,
  use: (environment: Environment) => Promise<void>,
): Promise<void> {
  const environment = await plan.open()
  try {
    await use(environment)
  } finally {
    await environment.close()
  }
}
