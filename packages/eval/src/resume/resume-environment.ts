import { isDeepStrictEqual } from 'node:util'
import {
  type Action,
  type Environment,
  type Observation,
  reasonOf,
  type StepOptions,
} from '@skill-state/protocol'
import { CannotResume } from '../trace/cut-off.ts'
import type { ResetLine, StepLine } from '../trace/trace.ts'
import type { Trace } from '../trace/trace-file.ts'

/**
 * The environment of an episode that continues where its trace ends. One that can `restore` itself answers from the record
 * and is restored before it is first needed; any other is deterministic and takes the recorded actions again. Throws
 * `CannotResume` if something comes out otherwise than recorded.
 */
export function resumeEnvironment(
  environment: Environment,
  { reset, steps, episode }: Pick<Trace, 'reset' | 'steps' | 'episode'>,
): Environment {
  const isRestorable = environment.restore !== undefined
  if (reset === undefined) return environment
  let next = 0
  let restored: Promise<void> | undefined
  const ready = (signal?: AbortSignal): Promise<void> => {
    restored ??= isRestorable ? rebuild(environment, { reset, steps, episode }, signal) : Promise.resolve()
    return restored
  }
  return {
    ...declared(environment),
    async reset(options) {
      if (isRestorable) return reset.observation
      return same('O_0', await environment.reset(options), reset.observation)
    },
    async step(action, options) {
      const recorded = steps[next]
      if (recorded === undefined) {
        await ready(options?.signal)
        return environment.step(action, options)
      }
      next += 1
      requireAction(recorded, action, options)
      if (isRestorable) return recorded.result
      const place = `the observation after step ${recorded.index}`
      return same(place, await environment.step(action, options), recorded.result)
    },
    async outcome() {
      await ready()
      return environment.outcome()
    },
    close: () => environment.close(),
  }
}

async function rebuild(
  environment: Environment,
  { reset, steps, episode }: Pick<Trace, 'steps' | 'episode'> & { readonly reset: ResetLine },
  signal: AbortSignal | undefined,
): Promise<void> {
  const recorded = steps.map(({ action, actionSource, result }) => ({ action, source: actionSource, result }))
  try {
    const { seed } = episode
    await environment.restore?.({ seed, first: reset.observation, steps: recorded, signal })
  } catch (error) {
    signal?.throwIfAborted()
    throw new CannotResume(`the recorded steps cannot be executed again: ${reasonOf(error)}`)
  }
}

function declared(environment: Environment): Partial<Environment> {
  const { actionSchema, noop } = environment
  return { actionSchema, noop, expectedState: environment.expectedState?.bind(environment) }
}

function requireAction(recorded: StepLine, action: Action, options: StepOptions | undefined): void {
  const isSame = isDeepStrictEqual(recorded.action, action) && recorded.actionSource === options?.source
  if (!isSame) throw new CannotResume(`the action of step ${recorded.index} comes out otherwise`)
}

function same(what: string, found: Observation, recorded: Observation): Observation {
  if (isDeepStrictEqual(JSON.parse(JSON.stringify(found)), recorded)) return found
  throw new CannotResume(`${what} comes out otherwise`)
}
