import type { Action, Environment, Observation, Outcome } from '../../environment.ts'
import { Complaint, ensure, show } from '../rules/ensure.ts'
import type { Rule } from '../rules/rule.ts'

/** The options of the environment suite with their defaults filled in. */
export interface EnvironmentPlan {
  readonly open: () => Environment | Promise<Environment>
  readonly actions: readonly Action[]
  readonly seed: number
  readonly otherSeed: number
  readonly reachesEnd: boolean
  readonly hostileActions: readonly Action[] | undefined
}

/** A rule of environments. It is given one that is new, and is closed afterwards. */
export interface EnvironmentRule extends Omit<Rule, 'run'> {
  readonly run: (environment: Environment, plan: EnvironmentPlan) => Promise<void>
}

/** One point of an episode. The outcome is there if it was asked for. */
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
  for await (const { text, done } of observations(environment, seed, actions)) {
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
  let observation = await begin(environment, seed)
  yield observation
  for (const action of actions) {
    if (observation.done) return
    observation = await act(environment, action)
    yield observation
  }
}

/** O_0, or a complaint that tells what came in its place. */
export async function begin(environment: Environment, seed: number): Promise<Observation> {
  const mend = 'let reset start an episode for any seed, and throw only if the signal is aborted'
  const expected = `an answer to reset with the seed ${seed}`
  return requireObject(await settled(() => environment.reset({ seed }), expected, mend), 'reset')
}

/** What the action is answered with, or a complaint that tells what came in its place. */
export async function act(environment: Environment, action: Action): Promise<Observation> {
  const mend = `let step answer an action that it refuses or cannot read with { text: 'why', done: false, refused: true }, and throw only for misuse`
  const what = `the action ${show(action)}`
  return requireObject(await settled(() => environment.step(action), `an answer to ${what}`, mend), what)
}

function requireObject(observation: Observation, what: string): Observation {
  const found: unknown = observation
  const mend = 'return { text, done } with text a string and done a boolean, from reset and from step'
  const isObject = typeof found === 'object' && found !== null
  ensure(isObject, `${what} to be answered with { text, done }`, found, mend)
  return observation
}

/** Opens an environment and closes it, whatever happens: of two errors, the earlier one is thrown. */
export async function withEnvironment<T>(
  { open }: Pick<EnvironmentPlan, 'open'>,
  use: (environment: Environment) => Promise<T>,
): Promise<T> {
  const mend = 'let open return a new environment at each call, and make in reset what the episode needs'
  const environment = await settled(open, 'open to return an environment', mend)
  try {
    const used = await use(environment)
    await close(environment)
    return used
  } catch (error) {
    await close(environment).catch(() => {})
    throw error
  }
}

/** Closes, or says that it cannot be closed. */
export async function close(environment: Environment): Promise<void> {
  const mend = 'let close free all resources, in any state and any number of times'
  await settled(() => environment.close(), 'close to succeed', mend)
}

/** What a call gives, or a complaint about its error. */
async function settled<T>(call: () => T | Promise<T>, expected: string, mend: string): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw new Complaint(`expected ${expected}, saw the error ${show(error)}`, mend, { cause: error })
  }
}
