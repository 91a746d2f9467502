import { type JsonObject, SkillStateError, type Task, type TaskOptions } from '@skill-state/protocol'

/** What the tasks of one benchmark have in common. */
export interface TaskKind {
  /** What sets them apart from the benchmark's plain tasks; fit for a file name. */
  readonly variant?: string | undefined
  readonly parameters: JsonObject
  /** Gives the horizon back, or throws `invalid-option` if there is no task of that length. */
  readonly requireHorizon: (horizon: number) => number
}

/** One task for each horizon and seed that is named, by horizon. Throws `invalid-option`. */
export function createTasks({ seeds, horizons }: TaskOptions, kind: TaskKind): readonly Task[] {
  return [...new Set(horizons)].flatMap((horizon) =>
    [...new Set(seeds)].map((seed) => createTask(seed, horizon, kind)),
  )
}

function createTask(seed: number, horizon: number, kind: TaskKind): Task {
  const { variant, parameters, requireHorizon } = kind
  requireHorizon(horizon)
  if (!Number.isSafeInteger(seed)) {
    throw new SkillStateError('invalid-option', `seed must be an integer, not ${String(seed)}`)
  }
  const id = `t${String(horizon).padStart(4, '0')}-s${seed}`
  if (variant === undefined) return { id, seed, horizon, parameters }
  return { id: `${variant}-${id}`, seed, variant, horizon, parameters }
}
