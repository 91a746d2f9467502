import { expect, test } from 'vitest'
import { warehouseBenchmark } from '../benchmark.ts'
import { warehouseFloor } from './player.ts'

test.each([
  ['Success: Waited.\nShipment arrived containing item_7.', 'Store item_7 shelf_7'],
  ['Customer ordered item_9.', 'Ship item_9 shelf_9'],
  ['Maintenance required on shelf_7.', 'Move item_7 shelf_7 shelf_257'],
  ['Maintenance required on shelf_257.', 'Move item_7 shelf_257 shelf_7'],
  ['Nothing.', 'Wait'],
])('%j is answered by %s', (observation, action) => {
  expect(warehouseFloor(500).decide({ instructions: '', history: [], observation }).action).toBe(action)
})

test('the paper’s warehouse hardly needs memory', async () => {
  const benchmark = warehouseBenchmark()
  const scores = []
  for (const task of benchmark.tasks({ seeds: [42, 43, 44, 45, 46], horizons: [100] })) {
    const environment = benchmark.open(task)
    let observation = await environment.reset({ seed: task.seed })
    while (!observation.done) {
      const decided = benchmark.floor?.decide({
        instructions: '',
        history: [],
        observation: observation.text,
      })
      observation = await environment.step(decided?.action ?? 'Wait')
    }
    scores.push((await environment.outcome()).reward)
  }
  expect(scores.reduce((sum, score) => sum + score, 0) / 5).toBeCloseTo(0.94, 2)
})
