import { publishedIn } from '@skill-state/report/paper'
import type { Experiment } from '@skill-state/suite'
import { scaling } from './scaling.ts'

/** Experiment 1 beside the figures published for Gemma-4-31B-it (Appendix D). */
export const scalingGemma: Experiment = {
  ...scaling,
  id: 'scaling-gemma',
  title: 'Warehouse: long-horizon scaling, beside Gemma-4-31B-it',
  series: scaling.series.map((each) => ({ ...each, horizons: [10, 25, 50, 100] })),
  source: 'Columns headed "paper": SKILL.state, Appendix D, Gemma-4-31B-it, 5 seeds, as published.',
  published: publishedIn('tab:env1_exp1_gemma'),
}
