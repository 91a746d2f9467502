import type { Episode } from '@skill-state/eval'
import {
  type Action,
  type Benchmark,
  type Environment,
  invalidOption,
  reasonOf,
  type Task,
} from '@skill-state/protocol'
import { type Check, testEnvironment, testRuntime } from '@skill-state/protocol/conformance'
import { setOptions } from '../named-runtime.ts'
import type { Registry } from '../registry.ts'
import { isCommand } from './command-process.ts'
import { commandRuntime, describeRuntime } from './command-runtime.ts'

/** Actions of an episode that the suite plays, at most. */
const MAX_ACTIONS = 50

/** The registry of a person who names commands: their programs are started. It keeps what was loaded from outside. */
export function startingCommands(registry: Registry): Registry {
  const { findRuntime } = registry
  return {
    ...registry,
    foreign: new Set(),
    findRuntime: (name) => (isCommand(name) ? setOptions(commandRuntime(name)) : findRuntime(name)),
  }
}

/** Throws `invalid-option` if a record names a command and the registry starts none. */
export function requireNoCommand({ foreign }: Registry, names: readonly (string | undefined)[]): void {
  const command = names.find((name) => name !== undefined && isCommand(name))
  if (foreign !== undefined || command === undefined) return
  throw invalidOption(
    `"${command}" is a command, which this does not start; use bench run without --queue, or bench replay --commands`,
  )
}

/** The rules that benchmarks and programs from outside break, as lines; none if they keep all. */
export async function* foreignFaults(
  registry: Registry,
  episodes: readonly Episode[],
): AsyncGenerator<string> {
  for (const benchmark of registry.foreign ?? []) {
    const task = episodes.find((episode) => episode.benchmark.id === benchmark.id)?.task
    if (task === undefined) continue
    const actions = await actionsIn(registry, benchmark, task)
    const suite = { open: () => benchmark.open(task), actions, seed: task.seed }
    yield* faultsOf(benchmark.id, testEnvironment(suite))
  }
  const programs = new Set(episodes.map(({ runtime: { id } }) => id).filter(isCommand))
  for (const line of programs) {
    const { reply } = await describeRuntime(line)
    if (reply === undefined) continue
    const checks = testRuntime({
      runtime: registry.findRuntime(line).run,
      reply: (action) => reply.replace('{action}', () => action),
    })
    yield* faultsOf(line, checks)
  }
}

/** What the benchmark's player does, the action that fails too; or its no-op. */
async function actionsIn(registry: Registry, benchmark: Benchmark, task: Task): Promise<readonly Action[]> {
  const environment = benchmark.open(task)
  const taken: Action[] = []
  try {
    if (benchmark.player === undefined) return environment.noop === undefined ? [] : [environment.noop]
    const model = (await registry.findModel('reference', {}))(benchmark, task, 'skill-state')
    const { run } = registry.findRuntime('skill-state')
    const noting: Environment = {
      actionSchema: environment.actionSchema,
      noop: environment.noop,
      reset: (options) => environment.reset(options),
      step(action, options) {
        taken.push(action)
        return environment.step(action, options)
      },
      outcome: () => environment.outcome(),
      close: () => environment.close(),
    }
    const steps = run({ skill: benchmark.skill, environment: noting, model, seed: task.seed })
    for await (const { index } of steps) if (index + 1 === MAX_ACTIONS) break
  } catch {
    // the rules say what fails
  } finally {
    await environment.close().catch(() => {})
  }
  return taken
}

async function* faultsOf(name: string, checks: readonly Check[]): AsyncGenerator<string> {
  const found: string[] = []
  for (const { run } of checks) await run().catch((error: unknown) => found.push(reasonOf(error)))
  if (found.length > 0) yield `${name} breaks ${found.length} of ${checks.length} rules of its contract`
  yield* found
}
