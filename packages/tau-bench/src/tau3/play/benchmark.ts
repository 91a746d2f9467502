import type { Action, Benchmark, Environment, JsonObject, Player, Task } from '@skill-state/protocol'
import { invalidOption } from '@skill-state/protocol'
import { gameEnvironment } from '../../environment/environment.ts'
import { type JsonAction, playPlans } from '../../player/plan-player.ts'
import { dumps } from '../../python/index.ts'
import { officialLimits } from '../conversation/conversation.ts'
import type { Tau3Task } from '../data/tasks.ts'
import type { Tau3Domain, Tau3DomainName } from '../world.ts'
import { Game } from './game.ts'
import { isTaskPolicy, tau3Skill } from './skill.ts'
import { goOn, planUser, runsOf, type Tau3User } from './user.ts'

export interface Tau3BenchOptions {
  readonly domain: Tau3Domain
  /** Who plays the user. Default: `planUser`, whose lines mean something to the reference player alone. */
  readonly user?: Tau3User
  /** Hand-overs after which an episode ends with reward 0. Default: 200, as officially. */
  readonly maxSteps?: number
}

/** A call of each domain that changes nothing. */
const noops: Readonly<Record<Tau3DomainName, Action>> = {
  banking_knowledge: { get_current_time: {} },
  airline: { list_all_airports: {} },
  retail: { list_all_product_types: {} },
}

/**
 * A domain of τ³-bench as a benchmark, scored as the official evaluator scores. One call a step, while official agents
 * may make several. The user's calls are made between two observations, unseen. The id names each choice that is not the
 * official default.
 */
export function tau3Bench({
  domain,
  user = planUser,
  maxSteps = officialLimits.maxSteps,
}: Tau3BenchOptions): Benchmark {
  const places = new Map(domain.tasks.map((task, index) => [task.id, index]))
  return {
    id: idOf(domain, user, maxSteps),
    description: `Serve a user under the ${domain.name} policy of τ³-bench${domain.variant === undefined ? '' : ` (${domain.variant})`}; ${domain.tasks.length} tasks, user: ${user.description}`,
    skill: tau3Skill(domain),
    tasks: ({ seeds }) =>
      [...new Set(seeds)].flatMap((seed) => domain.tasks.map((task) => taskOf(domain, task, seed))),
    open(task: Task): Environment {
      const index = places.get(typeof task.parameters.task === 'string' ? task.parameters.task : '')
      const own = index === undefined ? undefined : domain.tasks[index]
      if (own === undefined || index === undefined)
        throw invalidOption(`task ${task.id} is not one of ${domain.name}`)
      const newGame = (): Game =>
        new Game(domain, own, user.open(domain, own, index), { ...officialLimits, maxSteps })
      return gameEnvironment('tau3-bench', { noop: noops[domain.name], newGame })
    },
    player: user === planUser ? planPlayer(domain) : undefined,
  }
}

function idOf({ name, variant }: Tau3Domain, user: Tau3User, maxSteps: number): string {
  const parts = [
    `tau3-bench-${name.replace('_knowledge', '')}`,
    variant,
    user.name === 'llm' ? undefined : `${user.name}-user`,
    maxSteps === officialLimits.maxSteps ? undefined : `${maxSteps}-steps`,
  ]
  return `${parts.filter((part) => part !== undefined).join('-')}@1`
}

function taskOf(domain: Tau3Domain, task: Tau3Task, seed: number): Task {
  return {
    id: `${task.id}-s${seed}`,
    seed,
    problem: task.id,
    instructions: isTaskPolicy(domain) ? domain.policy(task).trim() : undefined,
    parameters: { task: task.id },
  }
}

/** The reference player: makes the agent's calls of the ground truth, and lets the user make theirs. No agent. */
function planPlayer({ tasks }: Tau3Domain): Player {
  return playPlans(new Map(tasks.map((task, index) => [index, planOf(task)])))
}

function planOf(task: Tau3Task): readonly JsonAction[] {
  const steps = runsOf(task).flatMap((run): JsonAction[] =>
    run[0]?.requestor === 'user'
      ? [{ respond: goOn }]
      : run.map(({ name, arguments: kwargs }) => ({ [name]: JSON.parse(dumps(kwargs)) as JsonObject })),
  )
  return [...steps, { respond: task.communicate.join(' ') || 'Goodbye.' }]
}
