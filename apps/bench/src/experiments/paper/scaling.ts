import { columns } from '@skill-state/report'
import { publishedIn } from '@skill-state/report/paper'
import { repository, warehouse } from '@skill-state/skillexecbench'
import type { Experiment } from '@skill-state/suite'
import { aboveFloor, seriesOf } from '../runtimes.ts'

/** The horizons of Appendix D. */
const APPENDIX = [10, 25, 50, 100]

/** Experiment 1 of the paper (§5.2): score, prompt size and tokens as the horizon grows. */
export const scaling: Experiment = {
  id: 'scaling',
  title: 'Warehouse: long-horizon scaling',
  series: seriesOf([warehouse], aboveFloor, [...APPENDIX, 200]),
  seeds: 5,
  columns,
  source: 'Columns headed "paper": SKILL.state, Experiment 1, Gemini-3-Flash, 5 seeds, as published.',
  published: publishedIn('tab:full_scaling_results'),
}

/** Experiment 1 in the software repository (Appendix D). */
export const scalingRepository: Experiment = {
  ...scaling,
  id: 'scaling-repository',
  title: 'Software repository: long-horizon scaling',
  series: seriesOf([repository], aboveFloor, APPENDIX),
  source:
    'Columns headed "paper": SKILL.state, Appendix D, Gemini-3-Flash, 5 seeds, as published. The rows at T = 100 are exactly twice, and four times, those at T = 50.',
  published: publishedIn('tab:env2_scaling_vertical_wide'),
}

/** Experiment 1 beside the figures published for Gemma-4-31B-it (Appendix D). */
export const scalingGemma: Experiment = {
  ...scaling,
  id: 'scaling-gemma',
  title: 'Warehouse: long-horizon scaling, beside Gemma-4-31B-it',
  series: seriesOf([warehouse], aboveFloor, APPENDIX),
  source: 'Columns headed "paper": SKILL.state, Appendix D, Gemma-4-31B-it, 5 seeds, as published.',
  published: publishedIn('tab:env1_exp1_gemma'),
}

/** Experiment 1 beside the figures published for Qwen-3-8B-it (Appendix D). */
export const scalingQwen: Experiment = {
  ...scaling,
  id: 'scaling-qwen',
  title: 'Warehouse: long-horizon scaling, beside Qwen-3-8B-it',
  series: seriesOf([warehouse], aboveFloor, APPENDIX),
  source:
    'Columns headed "paper": SKILL.state, Appendix D, Qwen-3-8B-it, 5 seeds, as published. The published rows follow Gemma\'s within 2.4 %.',
  published: publishedIn('tab:env1_exp1_qwen3_8b'),
}
