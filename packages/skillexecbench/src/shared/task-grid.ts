import { invalidOption, type JsonObject, type Task, type TaskOptions } from '@skill-state/protocol'

export interface TaskKind {
  /** What sets them apart from the benchmark's plain tasks; fit for a file name. */
  readonly variant?: string | undefined
  readonly parameters: JsonObject
  /** Gives the horizon back, or throws `invalid-option` if there is no task of that length. */
  readonly requireHorizon: (horizon: number) => number
}

/** A task for each horizon and seed, made when it is asked for: a suite may have a hundred thousand. Throws `invalid-option`. */
export function taskGrid({ seeds, horizons }: TaskOptions, kind: TaskKind): Iterable<Task> {
  for (const horizon of horizons) kind.requireHorizon(horizon)
  for (const seed of seeds) {
    if (Number.isSafeInteger(seed)) continue
    throw invalidOption(`seed must be an integer, not ${String(seed)}`)
  }
  return {
    *[Symbol.iterator]() {
      for (const horizon of new Set(horizons)) {
        for (const seed of new Set(seeds)) yield createTask(seed, horizon, kind)
      }
    },
  }
}

function createTask(seed: number, horizon: number, { variant, parameters }: TaskKind): Task {
  const id = `t${String(horizon).padStart(4, '0')}-s${seed}`
  if (variant === undefined) return { id, seed, horizon, parameters }
  return { id: `${variant}-${id}`, seed, variant, horizon, parameters }
}

/** Gives the option's value back, or throws `invalid-option`. */
export function requirePositiveInteger(name: string, value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return value
  throw invalidOption(`${name} must be a positive integer, not ${String(value)}`)
}
