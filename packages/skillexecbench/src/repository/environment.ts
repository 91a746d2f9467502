import type { Action, Environment, Observation, Outcome } from '@skill-state/protocol'
import { requireStarted, stepAfterEnd } from '../shared/episode-in-progress.ts'
import { tellUnreadable } from '../shared/tell-unreadable.ts'
import { generateSteps } from './course/generate.ts'
import { countAnswer, type Recovery } from './course/recovery.ts'
import { requireScenario, requireScenarioHorizon, type Scenario } from './course/scenario.ts'
import { answers } from './world/answer.ts'
import { beginStep } from './world/begin.ts'
import { parseCommand } from './world/command.ts'
import type { PlannedStep } from './world/events.ts'
import { apply, type Verdict } from './world/transitions.ts'
import { createWorld, mergedIssues, type World } from './world/world.ts'

const name = 'repository'

export interface RepositoryEnvironmentOptions {
  /** T: number of events, and so of steps; at least 20 with a scenario. */
  readonly horizon: number
  readonly scenario?: Scenario | undefined
}

interface Episode {
  readonly steps: readonly PlannedStep[]
  readonly world: World
  readonly recovery: Recovery
  step: number
  successes: number
}

/**
 * The software repository of B.1. O_0 is event 0; each later observation is the result of the last action,
 * then a line for each piece of news (CI that passed, a scenario's notice), then the next event; the last one
 * is a result alone.
 *
 * The reward is successful actions ÷ actionable events: all but those of scenario C that are about the closed
 * pull request. An action is successful when it is the right answer to the event of its step in the agent's own
 * world. What the agent failed to do stays undone: events that build on it are announced all the same, in the
 * same words, and no action answers them.
 */
export function createRepositoryEnvironment(options: RepositoryEnvironmentOptions): Environment {
  const scenario = options.scenario === undefined ? undefined : requireScenario(options.scenario)
  const horizon = requireScenarioHorizon(options.horizon, scenario)
  let episode: Episode | undefined

  return {
    noop: 'Wait',

    async reset({ seed, signal }): Promise<Observation> {
      signal?.throwIfAborted()
      const steps = generateSteps({ seed, horizon, scenario })
      const recovery = { recovered: false, outdated: 0, turns: 0, outdatedTurns: 0 }
      episode = { steps, world: createWorld(), recovery, step: 0, successes: 0 }
      return { text: begin(episode), done: false }
    },

    async step(action, stepOptions): Promise<Observation> {
      stepOptions?.signal?.throwIfAborted()
      const current = requireStarted(name, episode)
      const planned = current.steps[current.step]
      if (planned === undefined) throw stepAfterEnd(name)
      const { accepted, text } = act(current, planned, action)
      const refused = accepted ? {} : { refused: true }
      current.step += 1
      if (current.step === current.steps.length) return { text, done: true, ...refused }
      return { text: `${text}\n${begin(current)}`, done: false, ...refused }
    },

    async outcome(): Promise<Outcome> {
      const metrics = measure(requireStarted(name, episode), scenario)
      return { reward: metrics.successfulActions / metrics.actionableEvents, metrics }
    },

    /** Holds nothing that needs freeing. */
    async close(): Promise<void> {},
  }
}

function begin({ world, step, steps }: Episode): string {
  return beginStep(world, step, steps[step] as PlannedStep).join('\n')
}

function act(episode: Episode, planned: PlannedStep, action: Action): Verdict {
  const { world } = episode
  const command = parseCommand(action)
  const right = command !== undefined && answers(world, planned.event, command)
  countAnswer(episode.recovery, world, planned, command, right)
  if (command === undefined) {
    return { accepted: false, text: `Error: ${tellUnreadable(action, 'one of the actions')}` }
  }
  const verdict = apply(world, command)
  if (verdict.accepted && right) episode.successes += 1
  return verdict
}

interface Metrics extends Readonly<Record<string, number>> {
  readonly successfulActions: number
  readonly actionableEvents: number
}

/**
 * `resolved` counts the feature requests announced so far; those still at work at the end are unresolved. A
 * figure that is not known is absent: recovery steps are, where no notice was given, and for the control.
 */
function measure(
  { steps, step, successes, world, recovery }: Episode,
  scenario: Scenario | undefined,
): Metrics {
  const requests = steps.slice(0, step + 1).filter(({ event }) => event.kind === 'issue').length
  const merged = mergedIssues(world).size
  const lost = scenario === 'C' ? steps.filter(({ dependent }) => dependent).length : 0
  return {
    successfulActions: successes,
    actionableEvents: steps.length - lost,
    featureRequests: requests,
    mergedFeatures: merged,
    resolved: merged / requests,
    ...(scenario !== undefined && { recovered: recovery.recovered ? 1 : 0 }),
    ...(scenario !== 'C' &&
      world.drifted && { recoverySteps: recovery.outdated, recoveryTurns: recovery.outdatedTurns }),
  }
}
