import { warehouse } from '@skill-state/skillexecbench'
import { expect, test } from 'vitest'
import { inTrials, onlyTasks } from './_tasks.ts'

const all = { seeds: [42, 43], horizons: [10, 25] }

test('only the tasks whose name fits', () => {
  const ids = [...onlyTasks(warehouse, ['t0010-*', '*-s43']).tasks(all)].map(({ id }) => id)
  expect(ids.sort()).toEqual(['t0010-s42', 't0010-s43', 't0025-s43'])
})

test('trials of a task are trials of one problem in one world', async () => {
  const benchmark = inTrials(warehouse, 2)
  const tasks = [...benchmark.tasks({ seeds: [42], horizons: [10] })]
  expect(tasks.map(({ id, problem, seed }) => [id, problem, seed])).toEqual([
    ['t0010-s42-r1', 't0010-s42', 42],
    ['t0010-s42-r2', 't0010-s42', 42],
  ])
  const first = await Promise.all(tasks.map((task) => benchmark.open(task).reset({ seed: task.seed })))
  const [plain] = warehouse.tasks({ seeds: [42], horizons: [10] })
  expect(first).toEqual(Array(2).fill(await (plain && warehouse.open(plain).reset({ seed: 42 }))))
})
