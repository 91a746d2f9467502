import { column } from '@skill-state/report'
import { publishedIn } from '@skill-state/report/paper'
import { repository, warehouse } from '@skill-state/skillexecbench'
import type { Experiment } from '@skill-state/suite'
import { aboveFloor } from '../runtimes.ts'

const inWarehouse = publishedIn('tab:full_scaling_results')
const inRepository = publishedIn('tab:env2_scaling_vertical_wide')

/** A simulation: a reader that was fitted on one row of the paper, and what it predicts of the others. */
export const calibration: Experiment = {
  id: 'calibration',
  title: 'Simulation: a reader that overlooks facts, fitted on the paper’s prompt runtime',
  model: 'overlooking',
  series: [warehouse, repository].map((benchmark) => ({
    benchmark,
    runtimes: aboveFloor,
    horizons: [10, 25, 50, 100],
  })),
  seeds: 5,
  columns: [column.score],
  source:
    'A simulation with assumptions, no measurement of a language model. Fitted on the row `prompt` of warehouse@1 alone; every other row is a prediction, to be compared with the column "paper" (Gemini-3-Flash, as published).',
  published: (cell) => inWarehouse(cell) ?? inRepository(cell),
}
