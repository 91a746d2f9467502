import { SkillStateError } from '@skill-state/protocol'
import { requirePositiveInteger } from '../shared/require-positive-integer.ts'
import { SCENARIO_HORIZON, SCENARIO_SHELVES, type Scenario } from './world/plan.ts'

export interface WarehouseOptions {
  /** T: number of events, and so of steps. */
  readonly horizon: number
  readonly shelves: number
  /** Number of shelves that are occupied at the start, and about which their number then stays. Default: none. */
  readonly load?: number | undefined
  /** What changes outside the agent's actions. Default: nothing. */
  readonly scenario?: Scenario | undefined
  /** Whether nothing tells of the change of a scenario. Default: a notice does. */
  readonly silent?: boolean | undefined
}

type Unchecked<T> = { readonly [name in keyof T]: unknown }

/** What a warehouse has, however long an episode in it is. */
export interface Layout {
  readonly shelves: number
  readonly load?: number | undefined
  readonly scenario?: Scenario | undefined
  readonly silent?: boolean | undefined
}

/** Parses unchecked options, or throws `invalid-option`. */
export function requireOptions({ horizon, ...rest }: Unchecked<WarehouseOptions>): WarehouseOptions {
  const layout = requireLayout(rest)
  return { horizon: requireHorizon(horizon, layout), ...layout }
}

/** Throws `invalid-option`, also for a load or a scenario that so many shelves cannot have. */
export function requireLayout(options: Unchecked<Layout>): Layout {
  const shelves = requirePositiveInteger('shelves', options.shelves)
  const load = options.load === undefined ? undefined : requireLoad(options.load, shelves)
  const scenario = options.scenario === undefined ? undefined : requireScenario(options.scenario)
  if (scenario !== undefined && shelves < SCENARIO_SHELVES) {
    throw new SkillStateError(
      'invalid-option',
      `a scenario needs at least ${SCENARIO_SHELVES} shelves, not ${shelves}`,
    )
  }
  return { shelves, load, scenario, silent: requireSilent(options.silent, scenario) }
}

/** Gives the horizon back, or throws `invalid-option`, also for one that is too short for the scenario. */
export function requireHorizon(value: unknown, { scenario }: Pick<Layout, 'scenario'>): number {
  const horizon = requirePositiveInteger('horizon', value)
  if (scenario === undefined || horizon >= SCENARIO_HORIZON) return horizon
  throw new SkillStateError(
    'invalid-option',
    `a scenario needs a horizon of at least ${SCENARIO_HORIZON}, not ${horizon}`,
  )
}

/** Undefined unless a scenario is to be silent. */
export function requireSilent(value: unknown, scenario: unknown): true | undefined {
  if (value === undefined || value === false) return undefined
  if (value === true && scenario !== undefined) return true
  throw new SkillStateError('invalid-option', 'silent must be true or false, and needs a scenario')
}

/** A load that the shelves can hold. */
function requireLoad(value: unknown, shelves: number): number {
  const load = requirePositiveInteger('load', value)
  if (load <= shelves) return load
  throw new SkillStateError(
    'invalid-option',
    `load must be at most the number of shelves, ${shelves}, not ${load}`,
  )
}

function requireScenario(value: unknown): Scenario {
  if (value === 'A' || value === 'B' || value === 'C' || value === 'D') return value
  throw new SkillStateError('invalid-option', `scenario must be A, B, C or D, not ${String(value)}`)
}
