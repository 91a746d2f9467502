import { columns, metricColumn } from '@skill-state/report'
import {
  delayedBenchmark,
  type NoiseCondition,
  repository,
  repositoryBenchmark,
  warehouse,
  warehouse2,
  warehouseBenchmark,
  retraction as withdrawn,
} from '@skill-state/skillexecbench'
import type { Experiment } from '@skill-state/suite'
import { aboveFloor, carrying, seriesOf } from '../runtimes.ts'

/** The scaling experiment in a warehouse that cannot be run without memory. */
export const dock: Experiment = {
  id: 'warehouse-2',
  title: 'Warehouse 2: the dock assigns the shelves',
  series: seriesOf([warehouse2], carrying, [10, 50, 100]),
  seeds: 5,
  columns: [...columns, metricColumn('remembered', 'Remembered', 2)],
  source:
    'Beyond the paper. Remembered: of the orders and moves, which need an earlier fact, the share that succeeded.',
}

const CONDITIONS: readonly NoiseCondition[] = ['chatter', 'overrides']
const LINES = 20

/** The two kinds of noise that §5.3 names and no table of the paper shows. */
export const noiseConditions: Experiment = {
  id: 'noise-conditions',
  title: 'Noise that looks like events, and noise that contradicts the rules',
  series: CONDITIONS.map((condition) => ({ noise: { condition, lines: LINES } })).flatMap((options) =>
    seriesOf([warehouseBenchmark(options), repositoryBenchmark(options)], aboveFloor, [50]),
  ),
  seeds: 5,
  columns,
  source: 'The paper publishes no figures for these conditions.',
}

/** Of 500 shelves; the paper's workload fills about five. */
const LOADS = [50, 200, 490]

/** A large state: SKILL.state's prompt is no longer small. */
export const load: Experiment = {
  id: 'load',
  title: 'Warehouse: many shelves in use',
  series: seriesOf(
    LOADS.map((occupied) => warehouseBenchmark({ load: occupied })),
    carrying,
    [25, 100],
  ),
  seeds: 5,
  columns,
  source: 'The paper publishes no figures for a loaded warehouse.',
}

const DISTANCES = [5, 20, 40]

/** A fact that was told once and is needed k steps later, with a field of its own and without. */
export const delayed: Experiment = {
  id: 'delayed',
  title: 'A fact needed k steps after it was told',
  series: DISTANCES.flatMap((distance) =>
    seriesOf(
      (['named', 'notes'] as const).map((field) => delayedBenchmark({ distance, field })),
      carrying,
      [100],
    ),
  ),
  seeds: 5,
  columns,
  source: 'Beyond the paper.',
}

/** Facts that are corrected later: who acts on what was withdrawn? */
export const retraction: Experiment = {
  id: 'retraction',
  title: 'Facts that are corrected later',
  series: seriesOf([withdrawn], carrying, [50, 100]),
  seeds: 5,
  columns: [...columns, metricColumn('staleActions', 'Stale actions', 1)],
  source: 'Beyond the paper.',
}

/** What a reader that guesses scores in contexts that lack facts: so much of a score there is no memory. */
export const leaks: Experiment = {
  id: 'leaks',
  title: 'What short contexts leak to a reader that guesses',
  model: 'adversary',
  series: seriesOf(
    [warehouse, warehouse2, repository, withdrawn],
    ['memoryless', 'truncated', 'summary-capped', 'skill-state'],
    [100],
  ),
  seeds: 5,
  columns,
  source: 'Beyond the paper. Compare with the same rows of the model reference, which does not guess.',
}
