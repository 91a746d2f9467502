import { columns } from '@skill-state/report'
import { publishedIn } from '@skill-state/report/paper'
import { createWarehouse } from '@skill-state/skillexecbench'
import type { Experiment } from '@skill-state/suite'
import { aboveFloor } from '../runtimes.ts'

const LINES = [0, 5, 20, 50]

/** Experiment 2 of the paper (§5.3): irrelevant lines below every observation (condition 1). */
export const noise: Experiment = {
  id: 'noise',
  title: 'Warehouse: noise',
  series: LINES.map((lines) => ({
    benchmark: createWarehouse(lines === 0 ? {} : { noise: { condition: 'irrelevant', lines } }),
    runtimes: aboveFloor,
    horizons: [50],
  })),
  seeds: 5,
  columns,
  source:
    'Columns headed "paper": SKILL.state, Experiment 2, Gemini-3-Flash, as published, without spread. The warehouse table of the paper has no row without noise.',
  published: publishedIn('tab:env1_exp2_noise'),
}
