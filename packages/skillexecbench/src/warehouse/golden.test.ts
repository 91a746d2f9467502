import { createHash } from 'node:crypto'
import { type Environment, isJsonObject, type JsonValue, type Task } from '@skill-state/protocol'
import { expect, test } from 'vitest'
import { asPublished } from '../../test/as-published.ts'
import { play } from '../../test/play-warehouse.ts'
import { warehouseBenchmark } from './benchmark.ts'
import type { WarehouseVariant } from './options.ts'

/** SHA-256 of tasks, skill, observations, actions and outcomes: the same in every process and version. */
async function digestOf(shelves: number): Promise<string> {
  const benchmark = warehouseBenchmark({ shelves })
  const hash = createHash('sha256').update(JSON.stringify([benchmark.id, benchmark.skill]))
  for (const task of benchmark.tasks({ seeds: [1, 42], horizons: [1, 10, 200] })) {
    hash.update(JSON.stringify(task))
    const { player } = benchmark
    if (player === undefined) throw new Error('the warehouse has a player')
    const inventory: Record<string, JsonValue> = {}
    hash.update(
      await trajectory(benchmark.open(task), task, (observation) => {
        const view = { instructions: '', history: [], observation, state: { inventory } }
        const decision = player.decide(view)
        const change = isJsonObject(decision.patch?.inventory) ? decision.patch.inventory : {}
        for (const [shelf, item] of Object.entries(change)) {
          if (item === null) delete inventory[shelf]
          else inventory[shelf] = item
        }
        hash.update(JSON.stringify(decision))
        return typeof decision.action === 'string' ? decision.action : 'Wait'
      }),
    )
    hash.update(
      await trajectory(benchmark.open(task), task, (_, step) => clumsy[step % clumsy.length] ?? 'Wait'),
    )
  }
  return hash.digest('hex')
}

/** A policy that is right at times and wrong in every way that the rules name. */
const clumsy = [
  'Store item_1 shelf_0',
  'Store item_2 shelf_0',
  'Store item_2 shelf_1',
  'Ship item_1 shelf_1',
  'Move item_1 shelf_0 shelf_2',
  'Store item_3 shelf_900',
  'Wait',
  'wait\n"',
  'Ship item_1 shelf_0',
]

async function trajectory(
  environment: Environment,
  { seed }: Task,
  act: (observation: string, step: number) => string,
): Promise<string> {
  const lines: unknown[] = []
  let observation = await environment.reset({ seed })
  for (let step = 0; !observation.done; step += 1) {
    const action = act(observation.text, step)
    lines.push(observation, action)
    observation = await environment.step(action)
  }
  lines.push(observation, await environment.outcome())
  return JSON.stringify(lines)
}

test.each([
  [500, 'e31526f4a30c13e1c175d4692ac948cbe8d4cf8ad309c068d114b0be0a336964'],
  [3, 'ddd94973a7dc4d524011c9839d32251d4f05c09010fc3fb5dc891ecb7ce10d58'],
])('%d shelves without options behave as published', async (shelves, digest) => {
  expect(await digestOf(shelves)).toBe(digest)
})

const variants: readonly (readonly [WarehouseVariant, string])[] = [
  [{ load: 100 }, '53c024c03d560f05'],
  [{ load: 490 }, '4b71bb0d3bd61452'],
  [{ noise: { condition: 'irrelevant', lines: 20 } }, '489efe6c145ffd43'],
  [{ noise: { condition: 'chatter', lines: 20 } }, 'fed221b1ecbf07b7'],
  [{ noise: { condition: 'overrides', lines: 20 } }, '64cb08702b1ddfd3'],
  [{ scenario: 'A' }, 'fa1db75bc55bf2d4'],
  [{ scenario: 'B' }, 'f6ce5e9ae11af95a'],
  [{ scenario: 'C' }, 'ecd71536b593610c'],
  [{ scenario: 'D' }, 'c59cb5f4c0a59c1b'],
]

test.each(variants)('so does %j', async (variant, digest) => {
  const hash = createHash('sha256').update(JSON.stringify(warehouseBenchmark(variant).skill))
  for (const seed of [1, 42]) {
    const { observations, actions, outcome } = await play({ variant, horizon: 50, seed })
    hash.update(asPublished([observations, actions, outcome]))
  }
  expect(hash.digest('hex').slice(0, 16)).toBe(digest)
})
