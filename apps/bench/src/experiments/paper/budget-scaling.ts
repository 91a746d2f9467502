import { publishedIn } from '@skill-state/report/paper'
import type { Experiment } from '@skill-state/suite'
import { budget } from './budget.ts'

/** Experiment 5 at every horizon (Appendix D). */
export const budgetScaling: Experiment = {
  ...budget,
  id: 'budget-scaling',
  title: 'Warehouse: budget-matched controls as the horizon grows',
  series: budget.series.map((each) => ({ ...each, horizons: [10, 25, 50, 100] })),
  source: 'Columns headed "paper": SKILL.state, Appendix D, Gemini-3-Flash, 5 seeds, as published.',
  published: publishedIn('tab:appendix_budget_scaling'),
}
