import { expect, test } from 'vitest'
import { outcomeOf, taskOf } from '../../test/play.ts'
import { repository, repositoryBenchmark } from './benchmark.ts'

test('tasks are named by variant, horizon and seed', () => {
  const idsOf = (options: Parameters<typeof repositoryBenchmark>[0]): string[] =>
    [...repositoryBenchmark(options).tasks({ seeds: [42, 7], horizons: [50] })].map(({ id }) => id)
  expect(idsOf({})).toEqual(['t0050-s42', 't0050-s7'])
  expect(idsOf({ scenario: 'A' })).toEqual(['scenario-A-t0050-s42', 'scenario-A-t0050-s7'])
  const noise = { condition: 'irrelevant', lines: 20 } as const
  expect(idsOf({ noise })).toEqual(['noise-20-t0050-s42', 'noise-20-t0050-s7'])
  expect(idsOf({ scenario: 'B', noise })[0]).toBe('scenario-B-noise-20-t0050-s42')
})

test('a task says everything that is needed to open it', async () => {
  const noise = { condition: 'chatter', lines: 3 } as const
  const task = taskOf(repositoryBenchmark({ scenario: 'B', noise }), 50)
  expect(task).toMatchObject({ seed: 42, horizon: 50, variant: 'scenario-B-chatter-3' })
  const { text } = await repository.open(task).reset(task)
  expect(text.split('\n')).toHaveLength(1 + 2 + 3)
})

test.each(['irrelevant', 'chatter', 'overrides'] as const)(
  '50 lines of noise (%s) cost the player nothing',
  async (condition) => {
    const noisy = repositoryBenchmark({ noise: { condition, lines: 50 } })
    for (const task of noisy.tasks({ seeds: [1, 2, 3], horizons: [50] })) {
      for (const memory of ['state', 'history'] as const) {
        expect((await outcomeOf(noisy, task, memory)).reward).toBe(1)
      }
    }
  },
)

test.each([0, -1, 2.5, Number.NaN])('refuses the horizon %d', (horizon) => {
  expect(() => [...repository.tasks({ seeds: [1], horizons: [horizon] })]).toThrow(/horizon/)
  expect(() => repository.open({ id: 'x', seed: 1, horizon, parameters: {} })).toThrow(/horizon/)
})

test('refuses a seed that is not an integer, and parameters that are not among its own', () => {
  expect(() => [...repository.tasks({ seeds: [0.5], horizons: [1] })]).toThrow(/seed/)
  const task = { id: 'x', seed: 1, horizon: 50 }
  expect(() => repository.open({ ...task, parameters: { scenario: 'D' } })).toThrow(/scenario/)
  expect(() => repository.open({ ...task, parameters: { noise: 5 } })).toThrow(/noise/)
})

test('the instructions are short', () => {
  expect(repository.skill.instructions.length).toBeLessThanOrEqual(1_300)
})
