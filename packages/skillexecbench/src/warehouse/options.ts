import { invalidOption } from '@skill-state/protocol'
import type { NoiseOptions } from '../noise/source.ts'
import { requirePositiveInteger } from '../shared/task-grid.ts'
import { SCENARIO_HORIZON, type Scenario } from './world/plan.ts'

export interface WarehouseVariant {
  /** Default: 500, as in the paper. */
  readonly shelves?: number | undefined
  /** Number of shelves that are occupied at the start, and about which their number then stays. Default: none. */
  readonly load?: number | undefined
  /** What changes outside the agent's actions. Default: nothing. */
  readonly scenario?: Scenario | undefined
  /** Whether nothing tells of the change of a scenario. Default: a notice does. */
  readonly silent?: boolean | undefined
  readonly noise?: NoiseOptions | undefined
}

export interface WarehouseOptions extends Omit<WarehouseVariant, 'noise'> {
  readonly horizon: number
  readonly shelves: number
}

export const PAPER_SHELVES = 500

/** Gives the horizon back, or throws `invalid-option`, also for one that is too short for the scenario. */
export function requireHorizon(value: unknown, { scenario }: Pick<WarehouseVariant, 'scenario'>): number {
  const horizon = requirePositiveInteger('horizon', value)
  if (scenario === undefined || horizon >= SCENARIO_HORIZON) return horizon
  throw invalidOption(`a scenario needs a horizon of at least ${SCENARIO_HORIZON}, not ${horizon}`)
}
