import { columns } from '@skill-state/report'
import { publishedIn } from '@skill-state/report/paper'
import { repository } from '@skill-state/skillexecbench'
import type { Experiment } from '@skill-state/suite'
import { aboveFloor } from '../runtimes.ts'

/** Experiment 1 in the software repository (Appendix D). */
export const scalingRepository: Experiment = {
  id: 'scaling-repository',
  title: 'Software repository: long-horizon scaling',
  series: [{ benchmark: repository, runtimes: aboveFloor, horizons: [10, 25, 50, 100] }],
  seeds: 5,
  columns,
  source:
    'Columns headed "paper": SKILL.state, Appendix D, Gemini-3-Flash, 5 seeds, as published. The rows at T = 100 are exactly twice, and four times, those at T = 50.',
  published: publishedIn('tab:env2_scaling_vertical_wide'),
}
