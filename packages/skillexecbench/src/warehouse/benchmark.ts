import {
  type Benchmark,
  type Environment,
  parseOptions,
  type Task,
  type TaskOptions,
} from '@skill-state/protocol'
import { z } from 'zod'
import { noiseSchema } from '../noise/options.ts'
import { warehouseNoise } from '../noise/warehouse.ts'
import { withNoise } from '../noise/with-noise.ts'
import { taskGrid } from '../shared/task-grid.ts'
import { openWarehouse } from './environment.ts'
import { requireHorizon } from './options.ts'
import { warehouseAdversary, warehouseFloor } from './player/guessing.ts'
import { warehousePlayer } from './player/player.ts'
import { warehouseSkill } from './skill.ts'
import {
  benchmarkId,
  paperShelves,
  requireVariant,
  variantName,
  variantParameters,
  type WarehouseVariant,
} from './variant.ts'

const settings = z.strictObject({
  shelves: z.int().min(1).optional().describe('how many there are. Default: 500.'),
  load: z.int().min(1).optional().describe('shelves in use from the start.'),
  scenario: z.enum(['A', 'B', 'C', 'D']).optional().describe('what changes outside the actions.'),
  silent: z
    .boolean()
    .optional()
    .describe('with scenario: nothing tells of the change. Default: a notice does.'),
  noise: noiseSchema.optional().describe('noise below each observation.'),
})

/**
 * A warehouse that differs from the paper's. Another number of shelves is another benchmark (`warehouse-20@1`);
 * the other options name the variant of its tasks. Throws `invalid-option`.
 */
export function warehouseBenchmark(options: WarehouseVariant = {}): Benchmark {
  const { shelves = paperShelves } = options
  const variant = requireVariant({ ...options, shelves })
  const name = variantName(variant)
  return {
    id: benchmarkId(variant),
    description: `Store, ship and move items on ${shelves} shelves; one event, one action (B.1)${name === undefined ? '' : `; ${name}`}`,
    skill: warehouseSkill(shelves, variant),
    tasks: (options: TaskOptions) =>
      taskGrid(options, {
        variant: name,
        parameters: variantParameters(variant),
        requireHorizon: (horizon) => requireHorizon(horizon, variant),
      }),
    open: openTask,
    player: warehousePlayer(shelves),
    floor: warehouseFloor(shelves),
    adversary: warehouseAdversary(shelves),
    options: settings,
    with: (given) => warehouseBenchmark(parseOptions({ id: 'warehouse', options: settings }, given)),
  }
}

/** The warehouse of the paper: 500 shelves. */
export const warehouse: Benchmark = warehouseBenchmark()

function openTask({ horizon, parameters }: Task): Environment {
  const { shelves, load, scenario, silent, noise } = parameters
  const { noise: disturbance, ...layout } = requireVariant({ shelves, load, scenario, silent, noise })
  const environment = openWarehouse({ horizon: requireHorizon(horizon, layout), ...layout })
  if (disturbance === undefined) return environment
  const { condition, lines } = disturbance
  return withNoise(environment, { lines, source: warehouseNoise[condition] })
}
