import type { Action, Environment } from '../environment.ts'
import { answerRules } from './environment/answers.ts'
import { determinismRules } from './environment/determinism.ts'
import { lifecycleRules } from './environment/lifecycle.ts'
import { outcomeRules } from './environment/outcome.ts'
import type { Check } from './rules/check.ts'
import { toCheck } from './rules/rule.ts'

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
export function testEnvironment(options: EnvironmentSuiteOptions): readonly Check[] {
  const seed = options.seed ?? 1
  const plan = {
    open: options.open,
    actions: options.actions,
    seed,
    otherSeed: options.otherSeed ?? seed + 1,
    reachesEnd: options.reachesEnd ?? false,
    hostileActions: options.hostileActions,
  }
  return [
    ...answerRules(plan),
    ...determinismRules(plan),
    ...outcomeRules(plan),
    ...lifecycleRules(plan),
  ].map(toCheck)
}
