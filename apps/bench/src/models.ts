import { promptLayouts } from '@skill-state/baselines'
import {
  distracted,
  type Failing,
  fallible,
  faulty,
  overlooking,
  reference,
  sloppyWriter,
} from '@skill-state/models'
import {
  type Benchmark,
  type Model,
  type Player,
  readRuntimeName,
  SkillStateError,
  type Task,
} from '@skill-state/protocol'
import { linesOfNoise } from '@skill-state/skillexecbench'
import type { ModelFactory } from '@skill-state/suite'
import { FAULT_RATES } from './experiments/ours/faults.ts'

/** Plays as the benchmark's player; without memory, as its best known policy. */
function createReference(benchmark: Benchmark, _?: Task, runtime = ''): Model {
  return reference(playerOf(benchmark, runtime), promptLayouts)
}

function playerOf({ id, player: usual, floor = usual }: Benchmark, runtime: string): Player {
  const player = readRuntimeName(runtime).id === 'memoryless' ? floor : usual
  if (player !== undefined) return player
  throw new SkillStateError(
    'invalid-option',
    `benchmark ${id} has no player, which model reference needs; name another model by --model`,
  )
}

/** Chances of mistakes in ten replies of a hundred, in the shares of the paper's failure log, and of wrong actions. */
const SLOPPY = { overwrite: 0.068, schema: 0.02, syntax: 0.012, action: 0.01 }

/** Found by scripts/fit-overlooking.ts on the paper's scores of `prompt`; the place in the prompt is an assumption. */
const FITTED = { level: -1.5, byLength: -0.75, byMiddle: 1 }

/** Of one line of noise; an assumption. */
const DISTRACTION = 0.0005

/** A simulated reader, whose failures the task's seed fixes. */
function failing(make: (seed: number) => Failing): ModelFactory {
  return (benchmark, task, runtime) => fallible(playerOf(benchmark, runtime), promptLayouts, make(task.seed))
}

/** Reads as the reference does, and guesses what the prompt does not tell. */
function createAdversary(benchmark: Benchmark): Model {
  const { adversary: player = benchmark.player } = benchmark
  return {
    ...createReference({ ...benchmark, player }),
    id: 'adversary',
    notice:
      'The model is no language model: it reads like the reference, and guesses by rule what the prompt does not tell.',
  }
}

export const models: Readonly<Record<string, ModelFactory>> = {
  reference: createReference,
  adversary: createAdversary,
  overlooking: failing((seed) => overlooking({ seed, ...FITTED })),
  distracted: failing((seed) => distracted({ seed, rate: DISTRACTION, noiseIn: linesOfNoise })),
  'sloppy-writer': failing((seed) => sloppyWriter({ seed, rates: SLOPPY })),
  'faulty-reference': (benchmark, task) =>
    faulty(createReference(benchmark), { rates: FAULT_RATES, seed: task.seed, layouts: promptLayouts }),
}

/** The runtimes whose replies a model is made for, where it is not made for all. */
export const modelRuntimes: Readonly<Record<string, readonly string[]>> = {
  'faulty-reference': ['skill-state', 'skill-state-once', 'skill-state-guarded'],
}
