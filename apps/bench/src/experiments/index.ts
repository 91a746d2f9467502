import type { Experiment, ExperimentFamily } from '@skill-state/suite'
import { budget } from './budget.ts'
import { budgetScaling } from './budget-scaling.ts'
import { delayed } from './delayed.ts'
import { faults } from './faults.ts'
import { intercodeFamily } from './intercode.ts'
import { load } from './load.ts'
import { noise } from './noise.ts'
import { noiseConditions } from './noise-conditions.ts'
import { noiseRepository } from './noise-repository.ts'
import { recovery } from './recovery.ts'
import { recoveryRepository } from './recovery-repository.ts'
import { retraction } from './retraction.ts'
import { scaling } from './scaling.ts'
import { scalingGemma } from './scaling-gemma.ts'
import { scalingQwen } from './scaling-qwen.ts'
import { scalingRepository } from './scaling-repository.ts'
import { tauBenchFamily } from './tau-bench.ts'
import { tau3BenchFamily } from './tau3-bench.ts'

/** Every table: the paper's in its order, then ours. To add one, add its line here. */
export const experiments: readonly Experiment[] = [
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
  noiseConditions,
  load,
  delayed,
  retraction,
  faults,
]

/** Experiments over somebody else's data. To add one, add its line here. */
export const families: readonly ExperimentFamily[] = [tauBenchFamily, tau3BenchFamily, intercodeFamily]
