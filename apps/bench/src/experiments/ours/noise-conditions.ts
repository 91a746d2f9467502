import { columns } from '@skill-state/report'
import { type NoiseCondition, repositoryBenchmark, warehouseBenchmark } from '@skill-state/skillexecbench'
import type { Experiment } from '@skill-state/suite'
import { aboveFloor } from '../runtimes.ts'

const CONDITIONS: readonly NoiseCondition[] = ['chatter', 'overrides']
const LINES = 20

/** The two kinds of noise that §5.3 names and no table of the paper shows. */
export const noiseConditions: Experiment = {
  id: 'noise-conditions',
  title: 'Noise that looks like events, and noise that contradicts the rules',
  series: CONDITIONS.flatMap((condition) =>
    [warehouseBenchmark, repositoryBenchmark].map((create) => ({
      benchmark: create({ noise: { condition, lines: LINES } }),
      runtimes: aboveFloor,
      horizons: [50],
    })),
  ),
  seeds: 5,
  columns,
  source: 'The paper publishes no figures for these conditions.',
  published: () => undefined,
}
