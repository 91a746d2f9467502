import { columns } from '@skill-state/report'
import { delayedBenchmark } from '@skill-state/skillexecbench'
import type { Experiment } from '@skill-state/suite'
import { carrying } from '../runtimes.ts'

const DISTANCES = [5, 20, 40]

/** A fact that was told once and is needed k steps later, with a field of its own and without. */
export const delayed: Experiment = {
  id: 'delayed',
  title: 'A fact needed k steps after it was told',
  series: DISTANCES.flatMap((distance) =>
    (['named', 'notes'] as const).map((field) => ({
      benchmark: delayedBenchmark({ distance, field }),
      runtimes: carrying,
      horizons: [100],
    })),
  ),
  seeds: 5,
  columns,
  source: 'Beyond the paper.',
  published: () => undefined,
}
