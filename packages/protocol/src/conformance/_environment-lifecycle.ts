import type { Action, Environment } from '../environment.ts'
import { ensure, ensureCode, rejection } from './_ensure.ts'
import { type EnvironmentPlan, play, withEnvironment } from './_play.ts'
import type { Check } from './check.ts'

/** Calls out of order are refused, and an environment can be closed at any time. */
export function lifecycleChecks(plan: EnvironmentPlan): readonly Check[] {
  return [
    {
      name: 'refuses a step before reset',
      run: () =>
        withEnvironment(plan, (environment) =>
          ensureMisuse(environment, anyAction(plan), 'a step before reset'),
        ),
    },
    {
      name: 'refuses a step after the end',
      run: () =>
        withEnvironment(plan, async (environment) => {
          const last = (await play(environment, plan.seed, plan.actions)).at(-1)
          const ended = last?.done === true
          ensure(ended || !plan.reachesEnd, 'the actions to reach the end, as promised', last)
          if (ended) await ensureMisuse(environment, anyAction(plan), 'a step after the end')
        }),
    },
    {
      name: 'refuses to reset when the signal is aborted',
      run: () =>
        withEnvironment(plan, async (environment) => {
          const reset = async (): Promise<unknown> =>
            environment.reset({ seed: plan.seed, signal: AbortSignal.abort() })
          await rejection(reset, 'reset with an aborted signal')
        }),
    },
    {
      name: 'closes more than once',
      run: () =>
        withEnvironment(plan, async (environment) => {
          await environment.reset({ seed: plan.seed })
          await environment.close()
          await environment.close()
        }),
    },
  ]
}

function anyAction(plan: EnvironmentPlan): Action {
  return plan.actions[0] ?? ''
}

async function ensureMisuse(environment: Environment, action: Action, what: string): Promise<void> {
  const error = await rejection(async () => environment.step(action), what)
  ensureCode(error, 'environment-misuse', what)
}
