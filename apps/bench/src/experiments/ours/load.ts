import { columns } from '@skill-state/report'
import { warehouseBenchmark } from '@skill-state/skillexecbench'
import type { Experiment } from '@skill-state/suite'
import { carrying } from '../runtimes.ts'

/** Of 500 shelves; the paper's workload fills about five. */
const LOADS = [50, 200, 490]

/** A large state: SKILL.state's prompt is no longer small. */
export const load: Experiment = {
  id: 'load',
  title: 'Warehouse: many shelves in use',
  series: LOADS.map((occupied) => ({
    benchmark: warehouseBenchmark({ load: occupied }),
    runtimes: carrying,
    horizons: [25, 100],
  })),
  seeds: 5,
  columns,
  source: 'The paper publishes no figures for a loaded warehouse.',
  published: () => undefined,
}
