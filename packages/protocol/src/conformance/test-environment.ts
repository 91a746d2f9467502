import type { Action, Environment } from '../environment.ts'
import { answerRules, outcomeRules } from './environment/answers.ts'
import { determinismRules, lifecycleRules } from './environment/lifecycle.ts'
import { withEnvironment } from './environment/play.ts'
import { type Check, toCheck } from './rules/rule.ts'

interface EnvironmentSuiteOptions {
  /** Gives a new instance at each call. Every check closes what it opened. */
  readonly open: () => Environment | Promise<Environment>
  /** Brings an episode of `seed` forward. Actions after the end of the episode are not played. */
  readonly actions: readonly Action[]
  /** 1 by default. */
  readonly seed?: number
  /** `seed + 1` by default. */
  readonly otherSeed?: number
  /** Promises that the actions reach the end: without it, the step after the end is checked only if they do. */
  readonly reachesEnd?: boolean
  /** Actions that the world must survive, each as the first of an episode. By default, a list of odd ones. */
  readonly hostileActions?: readonly Action[]
}

/** What every environment must keep to. */
export function testEnvironment({
  open,
  actions,
  seed = 1,
  otherSeed = seed + 1,
  reachesEnd = false,
  hostileActions,
}: EnvironmentSuiteOptions): readonly Check[] {
  const plan = { open, actions, seed, otherSeed, reachesEnd, hostileActions }
  return [...answerRules, ...determinismRules, ...outcomeRules, ...lifecycleRules].map((rule) =>
    toCheck({ ...rule, run: () => withEnvironment(plan, (environment) => rule.run(environment, plan)) }),
  )
}
