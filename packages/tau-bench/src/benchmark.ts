import type { Benchmark, Environment, Task, TaskOptions } from '@skill-state/protocol'
import { invalidOption, SkillStateError } from '@skill-state/protocol'
import type { Domain } from './data/load-domain.ts'
import type { TauTask } from './data/tasks.ts'
import { openEnvironment } from './environment/environment.ts'
import { planPlayer } from './player/plan-player.ts'
import { planUser } from './player/plan-user.ts'
import { tauSkill } from './skill/skill.ts'
import type { UserStrategy } from './user/user.ts'

export interface TauBenchOptions {
  readonly domain: Domain
  /** Default: `planUser`, whose lines mean something to the reference player alone: the benchmark has it with this user only. */
  readonly user?: UserStrategy
  /** Steps after which an episode ends with reward 0. Default: 30, as officially. */
  readonly maxSteps?: number
}

const officialSteps = 30

/**
 * A domain of τ-bench as a benchmark, scored as the official evaluator scores: the database must hash as the one that the
 * task's own actions lead to, and each output that the task asks for must have been said.
 *
 * - Seeds tell trials apart. An action is `{"<name of a tool>": {<arguments>}}` or `{"respond": "<text>"}`.
 * - An episode ends at the stop mark, with `transfer_to_human_agents`, and after 30 steps or an exception (then with 0).
 * - Metrics: `steps`, `outOfSteps`, `raised`; after an evaluation `databaseOfficial`, `databaseCanonical`, `outputsSaid`.
 * - An episode that was cut off can continue. A simulated user that fails throws `simulator-failed`: no 0 of the agent.
 *
 * The id names each choice that is not the official default. Throws `invalid-option` and `invalid-data`.
 */
export function tauBench(options: TauBenchOptions): Benchmark {
  const { domain, user = planUser } = options
  const maxSteps = requireSteps(options.maxSteps ?? officialSteps)
  const tasks = byIndex(domain)
  return {
    id: idOf(domain, user, maxSteps),
    description: `Serve a user under the ${domain.name} policy of τ-bench; ${tasks.size} tasks (${domain.split}), user: ${user.description}`,
    skill: tauSkill(domain),
    tasks: ({ seeds }: TaskOptions) =>
      [...new Set(seeds)].flatMap((seed) => Array.from(tasks.keys(), (index) => taskOf(index, seed))),
    open(task: Task): Environment {
      return openEnvironment({ domain, task: requireTask(tasks, task), user, maxSteps })
    },
    player: user === planUser ? planPlayer(domain) : undefined,
  }
}

/** `tau-bench-retail@1`; `tau-bench-retail-dev-react-user-10-steps@1`. */
function idOf({ name, split }: Domain, user: UserStrategy, maxSteps: number): string {
  return [
    `tau-bench-${name}`,
    split === 'test' ? '' : `-${split}`,
    user.name === 'llm' ? '' : `-${user.name}-user`,
    maxSteps === officialSteps ? '' : `-${maxSteps}-steps`,
    '@1',
  ].join('')
}

function byIndex({ name, tasks }: Domain): ReadonlyMap<number, TauTask> {
  const all = new Map(tasks.map((task) => [task.index, task]))
  if (all.size === tasks.length) return all
  throw new SkillStateError('invalid-data', `two tasks of ${name} have the same index`)
}

function taskOf(index: number, seed: number): Task {
  const problem = `t${String(index).padStart(3, '0')}`
  return { id: `${problem}-s${seed}`, seed, problem, parameters: { task: index } }
}

function requireTask(tasks: ReadonlyMap<number, TauTask>, { id, parameters }: Task): TauTask {
  const task = typeof parameters.task === 'number' ? tasks.get(parameters.task) : undefined
  if (task !== undefined) return task
  throw invalidOption(`task ${id} is not one of this domain and split`)
}

function requireSteps(steps: number): number {
  if (Number.isSafeInteger(steps) && steps > 0) return steps
  throw invalidOption(`maxSteps must be a positive integer, not ${steps}`)
}
