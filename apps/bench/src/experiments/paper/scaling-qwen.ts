import { publishedIn } from '@skill-state/report/paper'
import type { Experiment } from '@skill-state/suite'
import { scaling } from './scaling.ts'

/** Experiment 1 beside the figures published for Qwen-3-8B-it (Appendix D). */
export const scalingQwen: Experiment = {
  ...scaling,
  id: 'scaling-qwen',
  title: 'Warehouse: long-horizon scaling, beside Qwen-3-8B-it',
  series: scaling.series.map((each) => ({ ...each, horizons: [10, 25, 50, 100] })),
  source:
    'Columns headed "paper": SKILL.state, Appendix D, Qwen-3-8B-it, 5 seeds, as published. The published rows follow Gemma\'s within 2.4 %.',
  published: publishedIn('tab:env1_exp1_qwen3_8b'),
}
