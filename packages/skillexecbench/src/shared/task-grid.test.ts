import { expect, test } from 'vitest'
import { taskGrid } from './task-grid.ts'

const kind = { parameters: { a: 1 }, requireHorizon: (horizon: number) => horizon }

test('each horizon with each seed, once', () => {
  const tasks = [...taskGrid({ seeds: [2, -1, 2], horizons: [50, 5, 50] }, kind)]
  expect(tasks.map(({ id }) => id)).toEqual(['t0050-s2', 't0050-s-1', 't0005-s2', 't0005-s-1'])
  expect(tasks[0]).toEqual({ id: 't0050-s2', seed: 2, horizon: 50, parameters: { a: 1 } })
})

test('a variant is named by the task and by its id', () => {
  const [task] = taskGrid({ seeds: [1], horizons: [5] }, { ...kind, variant: 'noise-20' })
  expect(task).toMatchObject({ id: 'noise-20-t0005-s1', variant: 'noise-20' })
})

test('refuses a seed that is not an integer, and a horizon that the kind refuses', () => {
  expect(() => taskGrid({ seeds: [0.5], horizons: [5] }, kind)).toThrow('seed must be an integer, not 0.5')
  const requireHorizon = (): never => {
    throw new Error('too short')
  }
  expect(() => taskGrid({ seeds: [1], horizons: [5] }, { ...kind, requireHorizon })).toThrow('too short')
})
