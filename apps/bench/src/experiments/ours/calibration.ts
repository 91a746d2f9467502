import { column } from '@skill-state/report'
import { publishedIn } from '@skill-state/report/paper'
import { repository, warehouse } from '@skill-state/skillexecbench'
import type { Experiment } from '@skill-state/suite'
import { aboveFloor, seriesOf } from '../runtimes.ts'

const inWarehouse = publishedIn('tab:full_scaling_results')
const inRepository = publishedIn('tab:env2_scaling_vertical_wide')

/** A simulation: the reader that comes closest to all rows of the paper's table, and how far it is from each. */
export const calibration: Experiment = {
  id: 'calibration',
  title: 'Simulation: a reader that overlooks facts, fitted on the paper’s warehouse',
  model: 'overlooking',
  series: seriesOf([warehouse, repository], aboveFloor, [10, 25, 50, 100]),
  seeds: 5,
  columns: [column.score],
  source:
    'A simulation with assumptions, no measurement of a language model. Fitted on all rows of warehouse@1, which it does not explain; compare with the column "paper" (Gemini-3-Flash, as published).',
  published: (cell) => inWarehouse(cell) ?? inRepository(cell),
}
