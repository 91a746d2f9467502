import type { Action, Environment } from '../../environment.ts'
import { ensure, ensureCode, rejection } from '../rules/ensure.ts'
import type { Rule } from '../rules/rule.ts'
import { close, type EnvironmentPlan, play, withEnvironment } from './play.ts'

/** Calls out of order are rejected, and an environment can be closed at any time. */
export function lifecycleRules(plan: EnvironmentPlan): readonly Rule[] {
  return [
    {
      name: 'rejects a step before reset',
      mend: `throw new SkillStateError('environment-misuse', …) at the start of step if reset has not been called`,
      run: () =>
        withEnvironment(plan, (environment) =>
          ensureMisuse(environment, anyAction(plan), 'a step before reset'),
        ),
    },
    {
      name: 'rejects a step after the end',
      mend: `throw new SkillStateError('environment-misuse', …) at the start of step after an answer with done: true; if the actions of the suite do not reach the end, correct them or leave out reachesEnd`,
      run: () =>
        withEnvironment(plan, async (environment) => {
          const last = (await play(environment, plan.seed, plan.actions)).at(-1)
          const ended = last?.done === true
          ensure(ended || !plan.reachesEnd, 'the actions to reach the end, as promised', last)
          if (ended) await ensureMisuse(environment, anyAction(plan), 'a step after the end')
        }),
    },
    {
      name: 'does not reset when the signal is aborted',
      mend: 'begin reset with signal?.throwIfAborted()',
      run: () =>
        withEnvironment(plan, async (environment) => {
          const reset = async (): Promise<unknown> =>
            environment.reset({ seed: plan.seed, signal: AbortSignal.abort() })
          await rejection(reset, 'reset with an aborted signal')
        }),
    },
    {
      name: 'closes more than once',
      mend: 'let close free all resources, and do nothing the second time',
      run: () =>
        withEnvironment(plan, async (environment) => {
          await environment.reset({ seed: plan.seed })
          await close(environment)
          await close(environment)
        }),
    },
  ]
}

const anyAction = (plan: EnvironmentPlan): Action => plan.actions[0] ?? ''

async function ensureMisuse(environment: Environment, action: Action, what: string): Promise<void> {
  const error = await rejection(async () => environment.step(action), what)
  ensureCode(error, 'environment-misuse', what)
}
