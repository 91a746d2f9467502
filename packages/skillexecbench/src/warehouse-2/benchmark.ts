import type { Benchmark, Environment, JsonObject, Skill, Task } from '@skill-state/protocol'
import { known, parseOptions } from '@skill-state/protocol'
import { z } from 'zod'
import { type NoiseOptions, noiseSchema } from '../noise/source.ts'
import { withNoise } from '../noise/telemetry.ts'
import { warehouseNoise } from '../noise/warehouse.ts'
import { episodeEnvironment } from '../shared/episode-environment.ts'
import { requirePositiveInteger, taskGrid } from '../shared/task-grid.ts'
import { variantName, variantParameters } from '../shared/variant.ts'
import { inventorySchema } from '../warehouse/skill.ts'
import { LEAST_LOAD } from './events.ts'
import { dockPlayer } from './player.ts'
import { DockEpisode } from './world.ts'

const dockSkill: Skill = {
  name: 'warehouse-2',
  instructions: `You manage a warehouse. Each shelf holds one item. The dock assigns a shelf to each item that is stored or moved.
Actions:
Store <item_id> <assigned_shelf_id>
Ship <item_id> <shelf_id>
Move <item_id> <old_shelf_id> <assigned_shelf_id>
Wait
Rules: answer each event with exactly one action. Store an arriving item on the shelf that the dock assigns. Ship an ordered item from the shelf on which it lies. When a shelf needs maintenance, move the item that lies on it to the shelf that the dock assigns. A refused action changes nothing.
The state maps each occupied shelf to its item: {"inventory": {"shelf_x4kd": "item_q7zt"}}.`,
  schema: inventorySchema('^shelf_[a-z0-9]{4}$', {
    pattern: '^item_[a-z0-9]{4}$',
    'x-named-by-action': true,
    'x-merge': 'once',
  }),
  initialState: { inventory: {} },
}

export interface Warehouse2Options {
  /** Items in stock, about which their number stays. Default: 6. */
  readonly load?: number | undefined
  readonly noise?: NoiseOptions | undefined
}

const name = 'warehouse-2'
const USUAL_LOAD = 6

const settings = z.strictObject({
  load: z.int().min(LEAST_LOAD).optional().describe('items in stock. Default: 6.'),
  noise: noiseSchema.optional().describe('noise below each observation.'),
})

/** A warehouse that cannot be run without memory: the dock assigns shelves, names carry no order. Throws `invalid-option`. */
export function warehouse2Benchmark(options: Warehouse2Options = {}): Benchmark {
  const { load, noise } = readOptions(options as JsonObject)
  return {
    id: 'warehouse@2',
    description:
      'Store, ship and move items on shelves that the dock assigns: nothing can be done from memory of rules alone',
    skill: dockSkill,
    tasks: (options) =>
      taskGrid(options, {
        variant: variantName({ load: load === USUAL_LOAD ? undefined : load, noise }),
        parameters: variantParameters({ load, noise }),
        requireHorizon: (horizon) => requirePositiveInteger('horizon', horizon),
      }),
    open,
    player: dockPlayer,
    options: settings,
    with: (given) => warehouse2Benchmark(given),
  }
}

export const warehouse2: Benchmark = warehouse2Benchmark()

function open({ horizon, parameters }: Task): Environment {
  const { load, noise } = readOptions(parameters)
  const length = requirePositiveInteger('horizon', horizon)
  const environment = episodeEnvironment(name, (seed) => new DockEpisode({ seed, horizon: length, load }))
  if (noise === undefined) return environment
  return withNoise(environment, { lines: noise.lines, source: warehouseNoise[noise.condition] })
}

function readOptions(given: JsonObject): {
  readonly load: number
  readonly noise?: NoiseOptions | undefined
} {
  return { load: USUAL_LOAD, ...known(parseOptions({ id: name, options: settings }, given)) }
}
