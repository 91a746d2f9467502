import { isJsonObject, type PromptView, type Turn } from '@skill-state/protocol'
import { describe, expect, test } from 'vitest'
import { warehouse, warehouseBenchmark } from '../benchmark.ts'
import { warehousePlayer } from './player.ts'

const instructions = warehouse.skill.instructions
const player = warehousePlayer(500)

async function play(horizon: number, shelves: number, mode: 'state' | 'history'): Promise<number> {
  const environment = warehouseBenchmark({ shelves }).open({
    id: 't',
    seed: 7,
    horizon,
    parameters: { shelves },
  })
  const decider = warehousePlayer(shelves)
  const inventory: Record<string, string> = {}
  const history: Turn[] = []
  let observation = await environment.reset({ seed: 7 })
  while (!observation.done) {
    const view: PromptView = { instructions, history, observation: observation.text }
    const { action, patch, reasoning } = decider.decide(
      mode === 'state' ? { ...view, history: [], state: { inventory } } : view,
    )
    for (const [shelf, item] of Object.entries(isJsonObject(patch?.inventory) ? patch.inventory : {})) {
      if (typeof item === 'string') inventory[shelf] = item
      else delete inventory[shelf]
    }
    history.push({
      observation: observation.text,
      response: `${reasoning}\nAction: ${JSON.stringify(action)}`,
    })
    observation = await environment.step(action)
  }
  return (await environment.outcome()).reward
}

describe.each(['state', 'history'] as const)('from a %s', (mode) => {
  test.each([
    [10, 500],
    [25, 500],
    [50, 500],
    [100, 500],
    [200, 500],
    [200, 2],
    [50, 1],
  ])('solves %d events on %d shelves', async (horizon, shelves) => {
    expect(await play(horizon, shelves, mode)).toBe(1)
  })
})

const state = { inventory: { shelf_0: 'item_1', shelf_2: 'item_2' } }

test.each([
  ['Shipment arrived containing item_3.', 'Store item_3 shelf_1', { shelf_1: 'item_3' }],
  ['Customer ordered item_2.', 'Ship item_2 shelf_2', { shelf_2: null }],
  ['Maintenance required on shelf_0.', 'Move item_1 shelf_0 shelf_1', { shelf_0: null, shelf_1: 'item_1' }],
  [
    'Error: no.\nCustomer ordered item_1.\n\n--- BACKGROUND TELEMETRY ---\nCustomer ordered item_2.',
    'Ship item_1 shelf_0',
    { shelf_0: null },
  ],
])('answers %j', (observation, action, inventory) => {
  expect(player.decide({ instructions, state, history: [], observation })).toMatchObject({
    action,
    patch: { inventory },
  })
})

test.each([
  '',
  'Customer ordered item_9.',
  'Maintenance required on shelf_1.',
  'xCustomer ordered item_1.',
  'Error: "\\nCustomer ordered item_1." is not an action.',
])('waits at %j', (observation) => {
  expect(player.decide({ instructions, state, history: [], observation })).toMatchObject({
    action: 'Wait',
    patch: {},
  })
})

test('knows nothing that the prompt does not show', () => {
  const view = { instructions, history: [], observation: 'Success: Waited.\nCustomer ordered item_1.' }
  expect(player.decide(view).action).toBe('Wait')
})
