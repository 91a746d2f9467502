import { columns } from '@skill-state/report'
import { publishedIn } from '@skill-state/report/paper'
import { createRepository } from '@skill-state/skillexecbench'
import type { Experiment } from '@skill-state/suite'
import { aboveFloor } from '../runtimes.ts'

const LINES = [0, 5, 20, 50]

/** Experiment 2 of the paper (§5.3): irrelevant lines below every observation (condition 1). */
export const noiseRepository: Experiment = {
  id: 'noise-repository',
  title: 'Software repository: noise',
  series: LINES.map((lines) => ({
    benchmark: createRepository(lines === 0 ? {} : { noise: { condition: 'irrelevant', lines } }),
    runtimes: aboveFloor,
    horizons: [50],
  })),
  seeds: 5,
  columns,
  source: 'Columns headed "paper": SKILL.state, Experiment 2, Gemini-3-Flash, as published, without spread.',
  published: publishedIn('tab:env2_exp2_noise'),
}
