import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bench, emptyFolder } from '../test/bench.ts'

/** Mean scores of `memoryless` in a run of the experiment, by horizon. */
async function floorOf(experiment: string): Promise<string[]> {
  const cwd = emptyFolder()
  const { code } = await bench(`run ${experiment} --runtime memoryless --out run`, { cwd })
  expect(code).toBe(0)
  const { rows } = JSON.parse(readFileSync(join(cwd, 'run/report.json'), 'utf8'))
  return rows.map(({ figures }: { figures: { score: { mean: number } } }) => figures.score.mean.toFixed(2))
}

test('the warehouse of the paper hardly needs memory', async () => {
  expect(await floorOf('scaling')).toEqual(['0.94', '0.93', '0.93', '0.94', '0.93'])
})

test('the repository needs memory', async () => {
  expect(await floorOf('scaling-repository')).toEqual(['0.56', '0.42', '0.36', '0.34'])
})

test('warehouse 2 needs memory', async () => {
  const [, ...longer] = await floorOf('warehouse-2')
  for (const score of longer) expect(Number(score)).toBeLessThanOrEqual(0.35)
})
