import { ALL_EXPERIMENTS, type Collection, type Experiment, type ExperimentFamily } from '@skill-state/suite'
import { intercodeFamily } from './official/intercode.ts'
import { tauBenchFamily } from './official/tau-bench.ts'
import { tau3BenchFamily } from './official/tau3-bench.ts'
import { ablation } from './ours/ablation.ts'
import { arena, lookback } from './ours/arena.ts'
import { calibration } from './ours/calibration.ts'
import { faults } from './ours/faults.ts'
import { sensitivity } from './ours/sensitivity.ts'
import { delayed, dock, leaks, load, noiseConditions, retraction } from './ours/worlds.ts'
import { budget, budgetScaling } from './paper/budget.ts'
import { noise, noiseRepository } from './paper/noise.ts'
import { recovery, recoveryRepository } from './paper/recovery.ts'
import { scaling, scalingGemma, scalingQwen, scalingRepository } from './paper/scaling.ts'
import { small } from './small/small.ts'

/** The paper's tables, in its order. To add one, add its line here. */
const ofThePaper: readonly Experiment[] = [
  scaling,
  scalingRepository,
  scalingGemma,
  scalingQwen,
  noise,
  noiseRepository,
  recovery,
  recoveryRepository,
  budget,
  budgetScaling,
]

/** Every table that needs no language model: the paper's, then ours. To add one of ours, add its line here. */
const withReaders: readonly Experiment[] = [
  ...ofThePaper,
  dock,
  noiseConditions,
  load,
  delayed,
  retraction,
  leaks,
  ablation,
  sensitivity,
  calibration,
  faults,
  arena,
  lookback,
]

export const experiments: readonly Experiment[] = [...withReaders, small]

/** Experiments over data of others. To add one, add its line here. */
export const families: readonly ExperimentFamily[] = [tauBenchFamily, tau3BenchFamily, intercodeFamily]

const named = ({ id }: Experiment) => ({ experiment: id })

/** What `bench run` runs as a whole. The public table needs data, and models for the agent and the user. */
export const collections: readonly Collection[] = [
  { id: 'all', title: ALL_EXPERIMENTS, runs: withReaders.map(named) },
  {
    id: 'paper',
    title: 'The experiments of the paper',
    runs: [
      ...ofThePaper.map(named),
      { family: 'intercode', label: 'intercode', options: {} },
      { family: 'tau-bench', label: 'tau-bench-retail', options: { domain: 'retail' } },
      { family: 'tau-bench', label: 'tau-bench-airline', options: { domain: 'airline' } },
    ],
  },
]
