import { faulty, o200k, reference } from '@skill-state/models'
import type { Benchmark, JsonObject, Model, Task, Tokenizer } from '@skill-state/protocol'
import { delayed, repository, retraction, warehouse } from '@skill-state/skillexecbench'
import {
  type Experiment,
  type ExperimentFamily,
  FAMILY_FLAGS,
  type FamilyFlags,
  type Presentation,
} from './experiments/experiment.ts'
import { FAULT_RATES } from './experiments/faults.ts'
import { families as familyList, experiments as list } from './experiments/index.ts'
import { llmlinguaByClassifier, llmlinguaOverGguf, llmlinguaOverNgrams } from './llmlingua.ts'
import type { NamedRuntime } from './named-runtime.ts'
import { dashed } from './options.ts'
import {
  cappedSummary,
  newestTurns,
  skillState,
  skillStateGuarded,
  skillStateJson,
  skillStateKeep,
  skillStateOnce,
  skillStateOperations,
  stateAndTranscript,
  transcript,
  transcriptJson,
  windowAndSummary,
} from './runtimes.ts'
import { presentSuite, SUITE } from './suite/present.ts'
import { UsageError } from './usage-error.ts'

/** Everything that can be named on the command line. To add one, add its line here. */
export const benchmarks: Readonly<Record<string, Benchmark>> = {
  warehouse,
  repository,
  delayed,
  retraction,
}

export const runtimes: Readonly<Record<string, NamedRuntime>> = {
  prompt: transcript,
  memory: windowAndSummary,
  stateful: stateAndTranscript,
  truncated: newestTurns,
  'summary-capped': cappedSummary,
  llmlingua: llmlinguaOverNgrams,
  'llmlingua-2': llmlinguaByClassifier,
  'skill-state': skillState,
  'skill-state-once': skillStateOnce,
  'skill-state-guarded': skillStateGuarded,
  'skill-state-json': skillStateJson,
  'skill-state-operations': skillStateOperations,
  'skill-state-keep': skillStateKeep,
  'prompt-json': transcriptJson,
}

/** Makes the model of one episode. */
export type ModelFactory = (benchmark: Benchmark, task: Task, runtime: string) => Model

function createReference({ id, player }: Benchmark): Model {
  if (player === undefined)
    throw new UsageError(
      `benchmark ${id} has no player, which model reference needs; name another model by --model`,
    )
  return reference(player)
}

export const models: Readonly<Record<string, ModelFactory>> = {
  reference: createReference,
  'faulty-reference': (benchmark, task) =>
    faulty(createReference(benchmark), { rates: FAULT_RATES, seed: task.seed }),
}

/** The runtimes whose replies a model is made for, where it is not made for all. */
export const modelRuntimes: Readonly<Record<string, readonly string[]>> = {
  'faulty-reference': ['skill-state', 'skill-state-once', 'skill-state-guarded'],
}

export const experiments: Readonly<Record<string, Experiment>> = Object.fromEntries(
  list.map((experiment) => [experiment.id, experiment]),
)

export const families: Readonly<Record<string, ExperimentFamily>> = Object.fromEntries(
  familyList.map((family) => [family.id, family]),
)

/** What is shown of an experiment, whether a family made it or not. */
export function findPresentation(name: string, options: JsonObject = {}): Presentation {
  const presentations = {
    ...experiments,
    ...Object.fromEntries(familyList.map((family) => [family.id, family.present(options)])),
    [SUITE]: presentSuite(options),
  }
  return find('experiment', presentations, name)
}

/** An experiment by its name, made by its family where it has one. Refuses flags that mean nothing to it. */
export async function findExperiment(
  name: string,
  flags: FamilyFlags,
  findModel: (name: string) => Promise<Model>,
): Promise<Experiment> {
  const family = Object.hasOwn(families, name) ? families[name] : undefined
  const foreign = FAMILY_FLAGS.find(
    (flag) => flags[flag] !== undefined && family?.flags.includes(flag) !== true,
  )
  if (family === undefined) find('experiment', { ...experiments, ...families }, name)
  if (foreign !== undefined)
    throw new UsageError(`${dashed(foreign)}: experiment ${name} takes no such option`)
  return family === undefined ? find('experiment', experiments, name) : family.create(flags, findModel)
}

/** Estimates token counts where a model reports none. */
export const tokenizer: Tokenizer = o200k

/** A runtime by its name, or `llmlingua:FILE.gguf`. */
export function findRuntime(name: string): NamedRuntime {
  const file = /^llmlingua:(.+\.gguf)$/.exec(name)?.[1]
  return file === undefined ? find('runtime', runtimes, name) : llmlinguaOverGguf(file)
}

/** Looks a name up, or says which names there are. */
export function find<T>(kind: string, table: Readonly<Record<string, T>>, name: string): T {
  const found = Object.hasOwn(table, name) ? table[name] : undefined
  if (found === undefined) {
    throw new UsageError(`unknown ${kind} "${name}"; known: ${Object.keys(table).join(', ')}`)
  }
  return found
}
