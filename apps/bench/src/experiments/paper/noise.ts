import { columns } from '@skill-state/report'
import { publishedIn } from '@skill-state/report/paper'
import { repositoryBenchmark, warehouseBenchmark } from '@skill-state/skillexecbench'
import type { Experiment } from '@skill-state/suite'
import { aboveFloor, seriesOf } from '../runtimes.ts'

const SOURCE =
  'Columns headed "paper": SKILL.state, Experiment 2, Gemini-3-Flash, as published, without spread.'

function noisy(create: typeof warehouseBenchmark | typeof repositoryBenchmark): Experiment['series'] {
  const worlds = [5, 20, 50].map((lines) => create({ noise: { condition: 'irrelevant', lines } }))
  return seriesOf([create({}), ...worlds], aboveFloor, [50])
}

/** Experiment 2 of the paper (§5.3): irrelevant lines below every observation (condition 1). */
export const noise: Experiment = {
  id: 'noise',
  title: 'Warehouse: noise',
  series: noisy(warehouseBenchmark),
  seeds: 5,
  columns,
  source: `${SOURCE} The warehouse table of the paper has no row without noise.`,
  published: publishedIn('tab:env1_exp2_noise'),
}

/** The same in the software repository. */
export const noiseRepository: Experiment = {
  ...noise,
  id: 'noise-repository',
  title: 'Software repository: noise',
  series: noisy(repositoryBenchmark),
  source: SOURCE,
  published: publishedIn('tab:env2_exp2_noise'),
}
