import { promptLayouts } from '@skill-state/baselines'
import { faulty, reference } from '@skill-state/models'
import {
  type Benchmark,
  type Model,
  readRuntimeName,
  SkillStateError,
  type Task,
} from '@skill-state/protocol'
import type { ModelFactory } from '@skill-state/suite'
import { FAULT_RATES } from './experiments/ours/faults.ts'

/** Plays as the benchmark's player; without memory, as its best known policy. */
function createReference({ id, player: usual, floor = usual }: Benchmark, _?: Task, runtime = ''): Model {
  const player = readRuntimeName(runtime).id === 'memoryless' ? floor : usual
  if (player === undefined)
    throw new SkillStateError(
      'invalid-option',
      `benchmark ${id} has no player, which model reference needs; name another model by --model`,
    )
  return reference(player, promptLayouts)
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
  'faulty-reference': (benchmark, task) =>
    faulty(createReference(benchmark), { rates: FAULT_RATES, seed: task.seed, layouts: promptLayouts }),
}

/** The runtimes whose replies a model is made for, where it is not made for all. */
export const modelRuntimes: Readonly<Record<string, readonly string[]>> = {
  'faulty-reference': ['skill-state', 'skill-state-once', 'skill-state-guarded'],
}
