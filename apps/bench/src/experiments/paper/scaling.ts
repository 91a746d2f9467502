import { columns } from '@skill-state/report'
import { publishedIn } from '@skill-state/report/paper'
import { warehouse } from '@skill-state/skillexecbench'
import type { Experiment } from '@skill-state/suite'
import { aboveFloor } from '../runtimes.ts'

/** Experiment 1 of the paper (§5.2): score, prompt size and tokens as the horizon grows. */
export const scaling: Experiment = {
  id: 'scaling',
  title: 'Warehouse: long-horizon scaling',
  series: [{ benchmark: warehouse, runtimes: aboveFloor, horizons: [10, 25, 50, 100, 200] }],
  seeds: 5,
  columns,
  source: 'Columns headed "paper": SKILL.state, Experiment 1, Gemini-3-Flash, 5 seeds, as published.',
  published: publishedIn('tab:full_scaling_results'),
}
