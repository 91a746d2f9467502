import { columns, metricColumn } from '@skill-state/report'
import { warehouse2 } from '@skill-state/skillexecbench'
import type { Experiment } from '@skill-state/suite'
import { carrying } from '../runtimes.ts'

/** The scaling experiment in a warehouse that cannot be run without memory. */
export const dock: Experiment = {
  id: 'warehouse-2',
  title: 'Warehouse 2: the dock assigns the shelves',
  series: [{ benchmark: warehouse2, runtimes: carrying, horizons: [10, 50, 100] }],
  seeds: 5,
  columns: [...columns, metricColumn('remembered', 'Remembered', 2)],
  source:
    'Beyond the paper. Remembered: of the orders and moves, which need an earlier fact, the share that succeeded.',
  published: () => undefined,
}
