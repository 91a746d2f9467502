import type { Benchmark, Task, TaskOptions } from '@skill-state/protocol'
import { SkillStateError } from '@skill-state/protocol'
import { createWarehouseEnvironment } from './environment.ts'
import { requirePositiveInteger } from './options.ts'
import { createWarehousePlayer } from './player.ts'
import { createWarehouseSkill } from './skill.ts'

const paperShelves = 500

/**
 * The warehouse with another number of shelves; its id says so (`warehouse-20@1`), since figures differ.
 * Throws `invalid-option` where `shelves` is not a positive integer.
 */
export function createWarehouse(options: { readonly shelves: number }): Benchmark {
  const shelves = requirePositiveInteger('shelves', options.shelves)
  return {
    id: shelves === paperShelves ? 'warehouse@1' : `warehouse-${shelves}@1`,
    description: `Store, ship and move items on ${shelves} shelves; one event, one action (B.1)`,
    skill: createWarehouseSkill(shelves),
    tasks: ({ seeds, horizons }: TaskOptions): readonly Task[] =>
      [...new Set(horizons)].flatMap((horizon) =>
        [...new Set(seeds)].map((seed) => createTask(seed, horizon, shelves)),
      ),
    open: (task: Task) =>
      createWarehouseEnvironment({
        horizon: requirePositiveInteger('horizon', task.horizon),
        shelves: requirePositiveInteger('shelves', task.parameters.shelves),
      }),
    player: createWarehousePlayer(shelves),
  }
}

/** The warehouse of the paper: 500 shelves. */
export const warehouse: Benchmark = createWarehouse({ shelves: paperShelves })

function createTask(seed: number, horizon: number, shelves: number): Task {
  requirePositiveInteger('horizon', horizon)
  if (!Number.isSafeInteger(seed)) {
    throw new SkillStateError('invalid-option', `seed must be an integer, not ${String(seed)}`)
  }
  return { id: `t${String(horizon).padStart(4, '0')}-s${seed}`, seed, horizon, parameters: { shelves } }
}
