import { columns } from '@skill-state/report'
import { publishedIn } from '@skill-state/report/paper'
import { warehouse } from '@skill-state/skillexecbench'
import type { Experiment } from '@skill-state/suite'
import { budgetMatched, seriesOf } from '../runtimes.ts'

/** Experiment 5 of the paper (§5.6): controls pinned to the size of SKILL.state's prompt. */
export const budget: Experiment = {
  id: 'budget',
  title: 'Warehouse: budget-matched controls',
  series: seriesOf([warehouse], budgetMatched, [100]),
  seeds: 5,
  columns,
  source:
    'Columns headed "paper": SKILL.state, Experiment 5, Gemini-3-Flash, as published. Its caption says tokens; the figures are characters.',
  published: publishedIn('tab:budget_controls'),
}

/** Experiment 5 at every horizon (Appendix D). */
export const budgetScaling: Experiment = {
  ...budget,
  id: 'budget-scaling',
  title: 'Warehouse: budget-matched controls as the horizon grows',
  series: seriesOf([warehouse], budgetMatched, [10, 25, 50, 100]),
  source: 'Columns headed "paper": SKILL.state, Appendix D, Gemini-3-Flash, 5 seeds, as published.',
  published: publishedIn('tab:appendix_budget_scaling'),
}
