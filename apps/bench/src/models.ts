import { promptLayouts } from '@skill-state/baselines'
import {
  distracted,
  type Failing,
  fallible,
  faulty,
  habits,
  overlooking,
  reference,
} from '@skill-state/models'
import {
  type Benchmark,
  invalidOption,
  isJsonObject,
  type JsonObject,
  type Model,
  type Player,
  readRuntimeName,
  type Task,
} from '@skill-state/protocol'
import { linesOfNoise } from '@skill-state/skillexecbench'
import type { ModelFor, ModelRecord } from '@skill-state/suite'
import { z } from 'zod'
import { FAULT_RATES } from './experiments/ours/faults.ts'

// Each exported constant is a model that can be named. Command line and plans read this list.

const references = new WeakMap<Player, Model>()

/** Plays as the benchmark's player; without memory, as its best known policy. It remembers nothing: one serves all episodes. */
function createReference(benchmark: Benchmark, _?: Task, runtime = ''): Model {
  const player = playerOf(benchmark, runtime)
  const model = references.get(player) ?? reference(player, promptLayouts)
  references.set(player, model)
  return model
}

function playerOf({ id, player: usual, floor = usual }: Benchmark, runtime: string): Player {
  const player = readRuntimeName(runtime).id === 'memoryless' ? floor : usual
  if (player !== undefined) return player
  throw invalidOption(
    `benchmark ${id} has no player, which model reference needs; name another model by --model`,
  )
}

/** The most likely point of test/overlooking.json for all rows of the paper's warehouse. */
const FITTED = { level: -4 - 0.5 * Math.log(3), byLength: 0.5 }

/** Of one line of noise; an assumption. */
const DISTRACTION = 0.0005

/** A simulated reader, whose failures the task's seed fixes. */
function failing(make: (seed: number) => Failing): ModelFor {
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

export const referenceModel: ModelRecord = {
  id: 'reference',
  description: 'no language model: a program that plays from the sentences it finds in the prompt',
  create: createReference,
}

export const adversary: ModelRecord = {
  id: 'adversary',
  description: 'reference, which guesses what the prompt does not tell',
  create: createAdversary,
}

export const overlookingReader: ModelRecord = {
  id: 'overlooking',
  description: 'simulation: reference that misses carried facts',
  create: failing((seed) => overlooking({ seed, ...FITTED })),
}

export const distractedReader: ModelRecord = {
  id: 'distracted',
  description: 'simulation: reference that noise takes off its event',
  create: failing((seed) => distracted({ seed, rate: DISTRACTION, noiseIn: linesOfNoise })),
}

const chance = z.coerce.number().min(0).max(1)

const readerOptions = z.strictObject({
  reads: z.enum(['all', 'observations']).default('all').describe('whether it reads its own replies.'),
  notes: z
    .enum(['none', 'sentences', 'dense', 'json'])
    .default('none')
    .describe('what each reply says of all that is known.'),
  copies: z.coerce.number().int().min(1).default(1).describe('how often it says so; most of them decide.'),
  misses: chance.default(0).describe('chance that a fact is missed, for each fact read.'),
  miswrites: chance.default(0).describe('chance of a mistake, for each fact written.'),
  mistake: z
    .enum(['any', 'omits', 'overwrites', 'garbles'])
    .default('any')
    .describe('what a mistake does to a fact.'),
})

export const reader: ModelRecord = {
  id: 'reader',
  description: 'simulation: reference with other habits of reading, writing and erring',
  options: readerOptions,
  create: (benchmark, task, runtime, options) => {
    const chosen = { seed: task.seed, initialState: stateOf(benchmark), ...readerOptions.parse(options) }
    return fallible(playerOf(benchmark, runtime), promptLayouts, habits(chosen))
  },
}

function stateOf({ skill }: Benchmark): JsonObject {
  return isJsonObject(skill.initialState) ? skill.initialState : {}
}

export const faultyReference: ModelRecord = {
  id: 'faulty-reference',
  description: 'reference, with spoiled replies',
  runtimes: ['skill-state', 'skill-state-once', 'skill-state-guarded'],
  create: (benchmark, task) =>
    faulty(createReference(benchmark), { rates: FAULT_RATES, seed: task.seed, layouts: promptLayouts }),
}
