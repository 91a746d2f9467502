import { invalidOption } from '@skill-state/protocol'
import { requirePositiveInteger } from '../../shared/task-grid.ts'
import type { Drift, PullEventKind } from '../world/events.ts'

/** A scenario of Experiment 3: A, a branch is reset; B, a reported CI failure was false; C, a pull request is closed. */
export type Scenario = 'A' | 'B' | 'C'

export interface Cue {
  readonly event?: 'issue' | 'review' | PullEventKind
  readonly drift?: Drift['kind']
  readonly dependent?: true
}

/** The fewest events in which a scenario has several dependent ones. */
const shortestScenario = 20

const driftOf = { A: 'force-push', B: 'flaky', C: 'closed' } as const
const dependentOf = { A: 'backport', B: 'release', C: 'merge' } as const

/** The step whose observation carries the notice: half of the horizon, and at least 11, after the lead-up. */
export function noticeStep(horizon: number): number {
  return Math.max(11, Math.floor(horizon / 2))
}

/**
 * The cue of each step: the feature is opened, released and changed, so that it has a release and an older commit; in B
 * the CI of that change is said to fail. After the notice, every other event depends on it.
 */
export function scriptOf(scenario: Scenario, horizon: number): (step: number) => Cue {
  const notice = noticeStep(horizon)
  const leadUp = new Map<number, Cue>([
    [0, { event: 'issue' }],
    [2, { event: 'review' }],
    [5, { event: 'release' }],
    [notice - 5, { event: 'changes' }],
    [notice - 3, scenario === 'B' ? { drift: 'false-failure' } : {}],
    [notice, { drift: driftOf[scenario] }],
  ])
  return (step) => {
    const dependent = step > notice && (step - notice) % 2 === 0
    if (dependent) return { event: dependentOf[scenario], dependent }
    return leadUp.get(step) ?? {}
  }
}

/** Gives the horizon back, or throws `invalid-option`, also if the scenario has too few events. */
export function requireScenarioHorizon(value: unknown, scenario: Scenario | undefined): number {
  const horizon = requirePositiveInteger('horizon', value)
  if (scenario === undefined || horizon >= shortestScenario) return horizon
  throw invalidOption(`a scenario needs a horizon of at least ${shortestScenario}, not ${horizon}`)
}
