import type { Action, Environment, Observation, Outcome } from '../../environment.ts'
import { Complaint, ensure, show } from '../rules/ensure.ts'

/** The options of the environment suite with their defaults filled in. */
export interface EnvironmentPlan {
  readonly open: () => Environment | Promise<Environment>
  readonly actions: readonly Action[]
  readonly seed: number
  readonly otherSeed: number
  readonly reachesEnd: boolean
  readonly hostileActions: readonly Action[] | undefined
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
  return requireObject(
    await answered(() => environment.reset({ seed }), `reset with the seed ${seed}`, mendReset),
    'reset',
  )
}

/** What the action is answered with, or a complaint that tells what came in its place. */
export async function act(environment: Environment, action: Action): Promise<Observation> {
  const what = `the action ${show(action)}`
  return requireObject(await answered(() => environment.step(action), what, mendStep), what)
}

const mendReset = 'let reset start an episode for any seed, and throw only if the signal is aborted'

const mendStep = `let step answer an action that it refuses or cannot read with { text: 'why', done: false, refused: true }, and throw only for misuse`

const mendObject = `return { text, done } with text a string and done a boolean, from reset and from step`

async function answered(call: () => Promise<Observation>, what: string, mend: string): Promise<Observation> {
  try {
    return await call()
  } catch (error) {
    throw new Complaint(`expected an answer to ${what}, saw the error ${show(error)}`, mend, { cause: error })
  }
}

function requireObject(observation: Observation, what: string): Observation {
  const found: unknown = observation
  ensure(
    typeof found === 'object' && found !== null,
    `${what} to be answered with { text, done }`,
    found,
    mendObject,
  )
  return observation
}

/** Opens an environment and closes it, whatever happens: of two errors, the earlier one is thrown. */
export async function withEnvironment(
  { open }: Pick<EnvironmentPlan, 'open'>,
  use: (environment: Environment) => Promise<void>,
): Promise<void> {
  const environment = await opened(open)
  try {
    await use(environment)
  } catch (error) {
    await close(environment).catch(() => {})
    throw error
  }
  await close(environment)
}

async function opened(open: EnvironmentPlan['open']): Promise<Environment> {
  try {
    return await open()
  } catch (error) {
    throw new Complaint(
      `expected open to return an environment, saw the error ${show(error)}`,
      'let open return a new environment at each call, and make in reset what the episode needs',
      { cause: error },
    )
  }
}

/** Closes, or says that it cannot be closed. */
export async function close(environment: Environment): Promise<void> {
  try {
    await environment.close()
  } catch (error) {
    throw new Complaint(`expected close to succeed, saw the error ${show(error)}`, mendClose, {
      cause: error,
    })
  }
}

const mendClose = 'let close free all resources, in any state and any number of times'
