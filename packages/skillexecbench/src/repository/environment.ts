import { type Action, type Environment, known } from '@skill-state/protocol'
import { episodeEnvironment } from '../shared/episode-environment.ts'
import { refuse, tellUnreadable, type Verdict } from '../shared/verdict.ts'
import { generateSteps } from './course/generate.ts'
import { countAnswer, type Recovery } from './course/recovery.ts'
import type { Scenario } from './course/scenario.ts'
import { answers } from './world/answer.ts'
import { beginStep } from './world/begin.ts'
import type { PlannedStep } from './world/events.ts'
import { commands } from './world/events.ts'
import { apply } from './world/transitions.ts'
import { emptyWorld, mergedIssues, type World } from './world/world.ts'

export interface RepositoryEnvironmentOptions {
  /** T: number of events, and so of steps; at least 20 with a scenario. */
  readonly horizon: number
  readonly scenario?: Scenario | undefined
  readonly silent?: boolean | undefined
}

interface Progress {
  readonly steps: readonly PlannedStep[]
  readonly world: World
  readonly silent: boolean
  readonly recovery: Recovery
  step: number
  successes: number
}

/**
 * The software repository of B.1. The reward is successful actions ÷ actionable events: all but those about a pull
 * request that scenario C closed. An action is successful if it is the right answer in the agent's own world; what builds
 * on something undone is announced all the same, and no action answers it.
 */
export function repositoryEnvironment(options: RepositoryEnvironmentOptions): Environment {
  const { horizon, scenario, silent = false } = options
  return episodeEnvironment('repository', (seed) => {
    const progress: Progress = {
      steps: generateSteps({ seed, horizon, scenario }),
      world: emptyWorld(),
      silent,
      recovery: { recovered: false, outdated: 0, turns: 0, outdatedTurns: 0 },
      step: 0,
      successes: 0,
    }
    return {
      begin: () => begin(progress) ?? '',
      act(action) {
        const verdict = judge(progress, action)
        progress.step += 1
        return { ...verdict, next: begin(progress) }
      },
      outcome() {
        const metrics = measure(progress, scenario)
        return { reward: metrics.successfulActions / metrics.actionableEvents, metrics }
      },
    }
  })
}

function begin({ world, step, steps, silent }: Progress): string | undefined {
  const planned = steps[step]
  return planned && beginStep(world, step, planned, silent).join('\n')
}

function judge(progress: Progress, action: Action): Verdict {
  const { world, recovery, steps, step } = progress
  const planned = steps[step] as PlannedStep
  const command = commands.read(action)
  const right = command !== undefined && answers(world, planned.event, command)
  countAnswer(recovery, world, planned, command, right)
  if (command === undefined) return refuse(tellUnreadable('one of the actions'))
  const verdict = apply(world, command)
  if (verdict.accepted && right) progress.successes += 1
  return verdict
}

interface Metrics extends Readonly<Record<string, number>> {
  readonly successfulActions: number
  readonly actionableEvents: number
}

/** `resolved` counts the requests announced so far. Recovery steps are absent if no notice was given. */
function measure(
  { steps, step, successes, world, recovery }: Progress,
  scenario: Scenario | undefined,
): Metrics {
  const requests = steps.slice(0, step + 1).filter(({ event }) => event.kind === 'issue').length
  const merged = mergedIssues(world).size
  const isTold = scenario !== 'C' && world.drifted
  const lost = scenario === 'C' ? steps.filter(({ dependent }) => dependent).length : 0
  return {
    successfulActions: successes,
    actionableEvents: steps.length - lost,
    featureRequests: requests,
    mergedFeatures: merged,
    resolved: merged / requests,
    ...known({
      recovered: scenario && (recovery.recovered ? 1 : 0),
      recoverySteps: isTold ? recovery.outdated : undefined,
      recoveryTurns: isTold ? recovery.outdatedTurns : undefined,
    }),
  }
}
