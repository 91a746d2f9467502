import { expect, test } from 'vitest'
import { retraction } from './benchmark.ts'

test('tasks are named by horizon and seed', () => {
  const tasks = [...retraction.tasks({ seeds: [42, 7], horizons: [100, 5_000] })]
  expect(tasks.map(({ id }) => id)).toEqual(['t0100-s42', 't0100-s7', 't5000-s42', 't5000-s7'])
  expect(retraction.id).toBe('retraction@2')
})

test.each([0, 1, -1, 2.5, Number.NaN])('refuses the horizon %d', (horizon) => {
  expect(() => [...retraction.tasks({ seeds: [1], horizons: [horizon] })]).toThrow(/horizon must be/)
  expect(() => retraction.open({ id: 'x', seed: 1, horizon, parameters: {} })).toThrow(/horizon must be/)
})

test('refuses a seed that is not an integer', () => {
  expect(() => [...retraction.tasks({ seeds: [0.5], horizons: [2] })]).toThrow(/seed/)
})

test('the instructions are short', () => {
  expect(retraction.skill.instructions.length).toBeLessThanOrEqual(700)
})
