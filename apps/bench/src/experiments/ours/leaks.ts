import { columns } from '@skill-state/report'
import { repository, retraction, warehouse, warehouse2 } from '@skill-state/skillexecbench'
import type { Experiment } from '@skill-state/suite'

/** What a reader that guesses scores in contexts that lack facts: so much of a score there is no memory. */
export const leaks: Experiment = {
  id: 'leaks',
  title: 'What short contexts leak to a reader that guesses',
  model: 'adversary',
  series: [warehouse, warehouse2, repository, retraction].map((benchmark) => ({
    benchmark,
    runtimes: ['memoryless', 'truncated', 'summary-capped', 'skill-state'],
    horizons: [100],
  })),
  seeds: 5,
  columns,
  source: 'Beyond the paper. Compare with the same rows of the model reference, which does not guess.',
  published: () => undefined,
}
