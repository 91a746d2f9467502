import { column, columns, mistakeColumn } from '@skill-state/report'
import { warehouse, warehouse2 } from '@skill-state/skillexecbench'
import type { Experiment } from '@skill-state/suite'
import { seriesOf } from '../runtimes.ts'

/** SKILL.state with one part taken away or added; the guide says where the free notes are (`delayed`). */
const ABLATED = [
  'skill-state',
  'skill-state:depth=shallow',
  'skill-state:schema=off',
  'skill-state:deletion=off',
  'skill-state:commit=after-accept',
  'skill-state:reasoning=kept',
  'skill-state:attempts=1',
]

/** What each part of SKILL.state is worth to a reader whose replies fail at times. */
export const ablation: Experiment = {
  id: 'ablation',
  title: 'Ablation: SKILL.state without one of its parts',
  model: 'faulty-reference',
  series: seriesOf([warehouse, warehouse2], ABLATED, [50]),
  seeds: 5,
  columns: [
    ...columns,
    column.rejected,
    mistakeColumn('taken overwrite', 'State overwritten'),
    mistakeColumn('taken wrong', 'State wrong'),
  ],
  source: 'Beyond the paper. Faults as in bench run faults; --model reference shows the same without faults.',
}
