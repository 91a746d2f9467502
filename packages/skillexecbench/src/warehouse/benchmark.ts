import {
  type Benchmark,
  type Environment,
  SkillStateError,
  type Task,
  type TaskOptions,
} from '@skill-state/protocol'
import { warehouseNoise } from '../noise/warehouse.ts'
import { withNoise } from '../noise/with-noise.ts'
import { openWarehouse } from './environment.ts'
import { requireHorizon } from './options.ts'
import { createWarehousePlayer } from './player.ts'
import { createWarehouseSkill } from './skill.ts'
import {
  benchmarkId,
  type CheckedVariant,
  paperShelves,
  requireVariant,
  variantName,
  variantParameters,
  type WarehouseVariant,
} from './variant.ts'

/**
 * A warehouse that differs from the paper's. Another number of shelves is another benchmark (`warehouse-20@1`);
 * the other options name the variant of its tasks. Throws `invalid-option`.
 */
export function createWarehouse(options: WarehouseVariant = {}): Benchmark {
  const { shelves = paperShelves } = options
  const variant = requireVariant({ ...options, shelves })
  const name = variantName(variant)
  return {
    id: benchmarkId(variant),
    description: `Store, ship and move items on ${shelves} shelves; one event, one action (B.1)${name === undefined ? '' : `; ${name}`}`,
    skill: createWarehouseSkill(shelves, variant),
    tasks: ({ seeds, horizons }: TaskOptions): readonly Task[] =>
      [...new Set(horizons)].flatMap((horizon) =>
        [...new Set(seeds)].map((seed) => createTask(seed, horizon, variant)),
      ),
    open: openTask,
    player: createWarehousePlayer(shelves),
  }
}

/** The warehouse of the paper: 500 shelves. */
export const warehouse: Benchmark = createWarehouse()

function createTask(seed: number, horizon: number, variant: CheckedVariant): Task {
  requireHorizon(horizon, variant)
  if (!Number.isSafeInteger(seed)) {
    throw new SkillStateError('invalid-option', `seed must be an integer, not ${String(seed)}`)
  }
  const name = variantName(variant)
  const id = `t${String(horizon).padStart(4, '0')}-s${seed}`
  return {
    id: name === undefined ? id : `${name}-${id}`,
    seed,
    ...(name !== undefined && { variant: name }),
    horizon,
    parameters: variantParameters(variant),
  }
}

/** Opens the task of any variant: its parameters say everything. */
function openTask({ horizon, parameters }: Task): Environment {
  const { shelves, load, scenario, noise } = parameters
  const { noise: disturbance, ...layout } = requireVariant({ shelves, load, scenario, noise })
  const environment = openWarehouse({ horizon: requireHorizon(horizon, layout), ...layout })
  if (disturbance === undefined) return environment
  const { condition, lines } = disturbance
  return withNoise(environment, { lines, source: warehouseNoise[condition] })
}
