import { SkillStateError } from '@skill-state/protocol'
import { SCENARIO_HORIZON, SCENARIO_SHELVES, type Scenario } from './plan.ts'

export interface WarehouseOptions {
  /** T: number of events, and so of steps. */
  readonly horizon: number
  readonly shelves: number
  /** Number of shelves that are occupied at the start, and about which their number then stays. Default: none. */
  readonly load?: number | undefined
  /** What changes outside the agent's actions. Default: nothing. */
  readonly scenario?: Scenario | undefined
}

/** Gives the value back, or throws `invalid-option`. */
export function requirePositiveInteger(name: string, value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return value
  throw new SkillStateError('invalid-option', `${name} must be a positive integer, not ${String(value)}`)
}

/** Gives options that nobody has checked back as what they should be, or throws `invalid-option`. */
export function requireOptions(
  options: { readonly [name in keyof WarehouseOptions]: unknown },
): WarehouseOptions {
  const horizon = requirePositiveInteger('horizon', options.horizon)
  const shelves = requirePositiveInteger('shelves', options.shelves)
  const load = options.load === undefined ? undefined : requireLoad(options.load, shelves)
  const scenario = options.scenario === undefined ? undefined : requireScenario(options.scenario)
  if (scenario !== undefined && (horizon < SCENARIO_HORIZON || shelves < SCENARIO_SHELVES)) {
    throw new SkillStateError(
      'invalid-option',
      `a scenario needs a horizon of at least ${SCENARIO_HORIZON} and ${SCENARIO_SHELVES} shelves, not ${horizon} and ${shelves}`,
    )
  }
  return { horizon, shelves, load, scenario }
}

/** A load that the shelves can hold, or throws `invalid-option`. */
export function requireLoad(value: unknown, shelves: number): number {
  const load = requirePositiveInteger('load', value)
  if (load <= shelves) return load
  throw new SkillStateError(
    'invalid-option',
    `load must be at most the number of shelves, ${shelves}, not ${load}`,
  )
}

/** The name of a scenario, or throws `invalid-option`. */
export function requireScenario(value: unknown): Scenario {
  if (value === 'A' || value === 'B' || value === 'C' || value === 'D') return value
  throw new SkillStateError('invalid-option', `scenario must be A, B, C or D, not ${String(value)}`)
}
