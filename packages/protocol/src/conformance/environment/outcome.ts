import type { Outcome } from '../../environment.ts'
import { ensure, ensureSame, ensureSameList } from '../rules/ensure.ts'
import type { Rule } from '../rules/rule.ts'
import { type EnvironmentPlan, observations, play, withEnvironment } from './play.ts'

/** An outcome can be asked for at any time after reset, and asking changes nothing. */
export function outcomeRules(plan: EnvironmentPlan): readonly Rule[] {
  return [
    {
      name: 'gives a reward from 0 to 1 at every point',
      mend: 'divide what was achieved by the maximum, return 0 instead of dividing by zero, and put other figures into metrics',
      run: () =>
        eachOutcome(plan, ({ reward }) =>
          ensure(
            Number.isFinite(reward) && reward >= 0 && reward <= 1,
            'a reward from 0 to 1',
            String(reward),
          ),
        ),
    },
    {
      name: 'gives finite metrics at every point',
      mend: 'leave a metric out if it has no value yet, such as a mean of nothing',
      run: () =>
        eachOutcome(plan, ({ metrics = {} }) => {
          for (const [name, value] of Object.entries(metrics)) {
            ensure(Number.isFinite(value), `the metric '${name}' to be a finite number`, String(value))
          }
        }),
    },
    {
      name: 'changes nothing when asked for the outcome',
      mend: 'let outcome compute its figures from the episode and write nothing; do the counting in step',
      run: async () => {
        await withEnvironment(plan, (asked) =>
          withEnvironment(plan, async (unasked) => {
            const seen = await play(asked, plan.seed, plan.actions)
            const wanted = await play(unasked, plan.seed, plan.actions, { withoutOutcomes: true })
            const bare = seen.map(({ text, done }) => ({ text, done }))
            ensureSameList(bare, wanted, 'points of an episode that was asked for outcomes')
            const last = seen.at(-1)?.outcome
            ensureSame(last, await unasked.outcome(), 'the outcome, asked for at every point,')
            ensureSame(await asked.outcome(), last, 'the outcome, asked for twice,')
          }),
        )
      },
    },
  ]
}

function eachOutcome(plan: EnvironmentPlan, judge: (outcome: Outcome) => void): Promise<void> {
  return withEnvironment(plan, async (environment) => {
    for await (const _ of observations(environment, plan.seed, plan.actions)) {
      judge(await environment.outcome())
    }
  })
}
