import { readFileSync } from 'node:fs'
import { promptLayouts } from '@skill-state/baselines'
import { fallible, overlooking } from '@skill-state/models'
import { warehouse } from '@skill-state/skillexecbench'
import { expect, test } from 'vitest'
import { bestFit, type OverlookingGrid, withOverlooking } from '../test/overlooking.ts'
import { playTask } from '../test/play-task.ts'
import { overlookingReader } from './models.ts'

const grid = JSON.parse(
  readFileSync(new URL('../test/overlooking.json', import.meta.url), 'utf8'),
) as OverlookingGrid

test('the guide says of the growth of misses what the played grid says', () => {
  const page = readFileSync(new URL('../../../docs/benchmarks.md', import.meta.url), 'utf8')
  expect(withOverlooking(page, grid)).toBe(page)
})

test('scores of the grid come out again, and the reader overlooking is its best fit', async () => {
  const best = bestFit(grid)
  if (best === undefined || warehouse.player === undefined) throw new Error('no grid')
  const level = best.at3000 - best.byLength * Math.log(3)
  const seeds = Array.from({ length: grid.seeds }, (_, at) => 42 + at)
  let sum = 0
  for (const task of warehouse.tasks({ seeds, horizons: [25] })) {
    const failing = overlooking({ seed: task.seed, level, byLength: best.byLength })
    const model = fallible(warehouse.player, promptLayouts, failing)
    sum += (await playTask(warehouse, task, 'prompt', model)).kept
  }
  const { mean } = best.scores.find(({ runtime, horizon }) => runtime === 'prompt' && horizon === 25) ?? {}
  expect(sum / grid.seeds).toBeCloseTo(mean ?? Number.NaN, 3)
  const [task] = warehouse.tasks({ seeds: [42], horizons: [10] })
  if (task === undefined) throw new Error('no task')
  const { notice } = overlookingReader.create(warehouse, task, 'prompt', {})
  expect(notice).toContain(`log-odds ${level} + ${best.byLength} ln`)
})
