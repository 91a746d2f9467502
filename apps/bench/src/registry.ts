import { o200k } from '@skill-state/models'
import type { Benchmark } from '@skill-state/protocol'
import { delayed, repository, retraction, warehouse } from '@skill-state/skillexecbench'
import {
  type Experiment,
  type ExperimentFamily,
  find,
  type NamedRuntime,
  type Registry,
} from '@skill-state/suite'
import { families as familyList, experiments as list } from './experiments/index.ts'
import { findModel, findSingleModel } from './find-model.ts'
import { llmlinguaByClassifier, llmlinguaOverGguf, llmlinguaOverNgrams } from './llmlingua.ts'
import { modelRuntimes } from './models.ts'
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
import { variants } from './variants.ts'
import { version } from './version.ts'

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

export const experiments: Readonly<Record<string, Experiment>> = Object.fromEntries(
  list.map((experiment) => [experiment.id, experiment]),
)

export const families: Readonly<Record<string, ExperimentFamily>> = Object.fromEntries(
  familyList.map((family) => [family.id, family]),
)

/** A runtime by its name, or `llmlingua:FILE.gguf`. */
export function findRuntime(name: string): NamedRuntime {
  const file = /^llmlingua:(.+\.gguf)$/.exec(name)?.[1]
  return file === undefined ? find('runtime', runtimes, name) : llmlinguaOverGguf(file)
}

/** What the packages below are told of all this. */
export const registry: Registry = {
  version,
  tokenizer: o200k,
  benchmarks,
  variants,
  experiments,
  families,
  modelRuntimes,
  findRuntime,
  findModel,
  findSingleModel,
}
