import { expect, test } from 'vitest'
import { warehouse, warehouseBenchmark } from './benchmark.ts'

test('tasks are named by horizon and seed', () => {
  const tasks = [...warehouse.tasks({ seeds: [42, 7], horizons: [100, 5_000] })]
  expect(tasks.map((task) => task.id)).toEqual(['t0100-s42', 't0100-s7', 't5000-s42', 't5000-s7'])
  expect(tasks[0]).toMatchObject({ seed: 42, horizon: 100, parameters: { shelves: 500 } })
})

test.each([0, -1, 2.5, Number.NaN])('refuses the horizon %d', (horizon) => {
  expect(() => [...warehouse.tasks({ seeds: [1], horizons: [horizon] })]).toThrow(/horizon/)
  expect(() => warehouse.open({ id: 'x', seed: 1, horizon, parameters: { shelves: 2 } })).toThrow(/horizon/)
})

test('refuses a seed that is not an integer, and a task without shelves', () => {
  expect(() => [...warehouse.tasks({ seeds: [0.5], horizons: [1] })]).toThrow(/seed/)
  expect(() => warehouse.open({ id: 'x', seed: 1, horizon: 1, parameters: {} })).toThrow(/shelves/)
})

test('another number of shelves is another benchmark', () => {
  expect(warehouse.id).toBe('warehouse@1')
  expect(warehouseBenchmark({ shelves: 20 }).id).toBe('warehouse-20@1')
})

test('the instructions are short', () => {
  expect(warehouse.skill.instructions.length).toBeLessThanOrEqual(700)
})
