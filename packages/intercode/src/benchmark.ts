import type { Benchmark, Environment, Task, TaskOptions } from '@skill-state/protocol'
import { invalidOption } from '@skill-state/protocol'
import type { Limits, Sandbox } from '@skill-state/sandbox'
import { findSandbox } from '@skill-state/sandbox'
import type { Challenge, Dataset } from './data/challenge.ts'
import type { Status } from './data/status.ts'
import { openEnvironment } from './episode/environment.ts'
import type { EpisodeLimits, Mode } from './episode/mode.ts'
import { fixedMode } from './fixed/fixed-mode.ts'
import { officialMode } from './official/official-mode.ts'
import { intercodeSkill } from './skill.ts'

export interface IntercodeOptions extends Partial<EpisodeLimits> {
  readonly data: Dataset
  /** Default: the one that `findSandbox` finds when the first episode begins. */
  readonly sandbox?: Sandbox | undefined
  readonly sandboxLimits?: Partial<Limits> | undefined
  /** Default `fixed`; `official` keeps the faults of the official harness. */
  readonly mode?: Mode['name'] | undefined
  /** Which challenges become tasks. Default: `offline` ones. */
  readonly statuses?: readonly Status[] | undefined
}

const modes: Readonly<Record<Mode['name'], Mode>> = { fixed: fixedMode, official: officialMode }

/**
 * The challenges as a benchmark: a task for each and each seed. The id names the data, the mode and each limit that is
 * not the mode's. Throws `invalid-option`.
 */
export function intercode(options: IntercodeOptions): Benchmark {
  const { data, statuses = ['offline'], sandboxLimits } = options
  const mode = modes[options.mode ?? 'fixed']
  const limits = limitsOf(options, mode)
  const played = data.challenges.filter(({ status }) => statuses.includes(status))
  const sandbox = findOnce(options.sandbox)
  return {
    id: idOf(data, mode, limits),
    description: `Find the flag of a challenge in a Linux sandbox; ${played.length} challenges, ${mode.name} rules`,
    skill: intercodeSkill(limits),
    tasks: ({ seeds }: TaskOptions) =>
      [...new Set(seeds)].flatMap((seed) => played.map((challenge) => taskOf(challenge, seed))),
    open(task: Task): Environment {
      const challenge = requireChallenge(data, task)
      return openEnvironment({ challenge, sandbox, sandboxLimits, mode, limits })
    },
    player: data.player,
  }
}

function limitsOf(options: Partial<EpisodeLimits>, { limits }: Mode): EpisodeLimits {
  return {
    turns: positiveInteger('turns', options.turns ?? limits.turns),
    timeoutMs: positiveInteger('timeoutMs', options.timeoutMs ?? limits.timeoutMs),
    characters: positiveInteger('characters', options.characters ?? limits.characters),
  }
}

/** `intercode-ctf@1`; `intercode-ctf-official-turns-15@1`. */
function idOf(data: Dataset, mode: Mode, limits: EpisodeLimits): string {
  const changed = (['turns', 'timeoutMs', 'characters'] as const)
    .filter((name) => limits[name] !== mode.limits[name])
    .map((name) => `-${name}-${limits[name]}`)
  return [`intercode-${data.name}`, mode.name === 'fixed' ? '' : `-${mode.name}`, ...changed, '@1'].join('')
}

/** Finds the sandbox once, when it is first needed, and looks again if there was none. */
export function findOnce(given: Sandbox | undefined): () => Promise<Sandbox> {
  let found: Promise<Sandbox> | undefined = given && Promise.resolve(given)
  return () => {
    found ??= findSandbox().catch((error: unknown) => {
      found = undefined
      throw error
    })
    return found
  }
}

function taskOf({ id, tags, query }: Challenge, seed: number): Task {
  const [category] = tags
  const problem = `task-${String(id).padStart(2, '0')}`
  return {
    id: `${problem}-s${seed}`,
    seed,
    problem,
    variant: category === undefined ? undefined : category.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
    instructions: `Task: ${query}`,
    parameters: { challenge: id },
  }
}

function requireChallenge({ name, challenges }: Dataset, { id, parameters }: Task): Challenge {
  const challenge = challenges.find((each) => each.id === parameters.challenge)
  if (challenge !== undefined) return challenge
  throw invalidOption(`task ${id} is about no challenge of the data "${name}"`)
}

function positiveInteger(name: string, value: number): number {
  if (Number.isSafeInteger(value) && value > 0) return value
  throw invalidOption(`${name} must be a positive integer, not ${value}`)
}
