import { columns, metricColumn } from '@skill-state/report'
import { retraction as benchmark } from '@skill-state/skillexecbench'
import type { Experiment } from '@skill-state/suite'
import { carrying } from '../runtimes.ts'

/** Facts that are corrected later: who acts on what was withdrawn? */
export const retraction: Experiment = {
  id: 'retraction',
  title: 'Facts that are corrected later',
  series: [{ benchmark, runtimes: carrying, horizons: [50, 100] }],
  seeds: 5,
  columns: [...columns, metricColumn('staleActions', 'Stale actions', 1)],
  source: 'Beyond the paper.',
  published: () => undefined,
}
