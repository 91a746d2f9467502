import type { Benchmark, Environment, JsonObject, Task } from '@skill-state/protocol'
import { invalidOption, parseOptions } from '@skill-state/protocol'
import { z } from 'zod'
import { noiseSchema } from '../noise/source.ts'
import { withNoise } from '../noise/telemetry.ts'
import { warehouseNoise } from '../noise/warehouse.ts'
import { episodeEnvironment } from '../shared/episode-environment.ts'
import { taskGrid } from '../shared/task-grid.ts'
import { silentIn, variantName, variantParameters } from '../shared/variant.ts'
import { PAPER_SHELVES, requireHorizon, type WarehouseOptions, type WarehouseVariant } from './options.ts'
import { warehouseAdversary, warehouseFloor, warehousePlayer } from './player/player.ts'
import { warehouseSkill } from './skill.ts'
import { WarehouseEpisode } from './world/episode.ts'
import { planEpisode, SCENARIO_SHELVES } from './world/plan.ts'

/**
 * The warehouse of B.1; in a scenario one observation has a notice between result and event. The reward is successful
 * actions ÷ actionable events: all but orders of an item that a scenario has put out of reach. An action is successful if
 * the world accepts it and it answers the event of its step.
 */
export function warehouseEnvironment(options: WarehouseOptions): Environment {
  return episodeEnvironment(
    'warehouse',
    (seed) => new WarehouseEpisode(options.shelves, planEpisode({ seed, ...options }), options.silent),
  )
}

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

/** Another number of shelves is another benchmark (`warehouse-20@1`); other options name the variant. Throws `invalid-option`. */
export function warehouseBenchmark(options: WarehouseVariant = {}): Benchmark {
  const variant = readVariant({ ...options, shelves: options.shelves ?? PAPER_SHELVES })
  const { shelves } = variant
  const name = variantName(variant)
  return {
    id: shelves === PAPER_SHELVES ? 'warehouse@1' : `warehouse-${shelves}@1`,
    description: `Store, ship and move items on ${shelves} shelves; one event, one action (B.1)${name === undefined ? '' : `; ${name}`}`,
    skill: warehouseSkill(shelves, variant),
    tasks: (options) =>
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
    with: (given) => warehouseBenchmark(given),
  }
}

export const warehouse: Benchmark = warehouseBenchmark()

function openTask({ horizon, parameters }: Task): Environment {
  const { noise, ...layout } = readVariant(parameters)
  const environment = warehouseEnvironment({ horizon: requireHorizon(horizon, layout), ...layout })
  if (noise === undefined) return environment
  return withNoise(environment, { lines: noise.lines, source: warehouseNoise[noise.condition] })
}

/** Throws `invalid-option`, also for a load or a scenario that so many shelves cannot have. */
function readVariant(given: WarehouseVariant | JsonObject): WarehouseVariant & { readonly shelves: number } {
  const variant = parseOptions(
    { id: 'warehouse', options: settings.required({ shelves: true }) },
    given as JsonObject,
  )
  const { shelves, load = 0, scenario } = variant
  if (load > shelves)
    throw invalidOption(`load must be at most the number of shelves, ${shelves}, not ${load}`)
  if (scenario !== undefined && shelves < SCENARIO_SHELVES)
    throw invalidOption(`a scenario needs at least ${SCENARIO_SHELVES} shelves, not ${shelves}`)
  return { ...variant, silent: silentIn(variant) }
}
