import { runtimes as runtimeList } from '@skill-state/baselines'
import { o200k } from '@skill-state/models/o200k'
import { type RuntimeRecord, readRuntimeName } from '@skill-state/protocol'
import {
  type Collection,
  type Experiment,
  type ExperimentFamily,
  findRecord,
  type Registry,
  setOptions,
  setTyped,
} from '@skill-state/suite'
import manifest from '../package.json' with { type: 'json' }
import { benchmarks } from './benchmarks.ts'
import {
  collections as collectionList,
  families as familyList,
  experiments as list,
} from './experiments/index.ts'
import { reader } from './experiments/small/carry.ts'
import { findModel, findSingleModel, models } from './find-model.ts'

/**
 * Everything that can be named on the command line. A benchmark has its line in
 * `packages/skillexecbench/src/benchmarks.ts`, a runtime in `packages/baselines/src/runtimes.ts`, a model in `models.ts`,
 * a provider in `packages/models/src/wire/providers.ts`.
 */
export const runtimes: Readonly<Record<string, RuntimeRecord>> = byId([...runtimeList, reader])
export const experiments: Readonly<Record<string, Experiment>> = byId(list)
export const families: Readonly<Record<string, ExperimentFamily>> = byId(familyList)
export const collections: Readonly<Record<string, Collection>> = byId(collectionList)

function byId<T extends { readonly id: string }>(all: readonly T[]): Readonly<Record<string, T>> {
  return Object.fromEntries(all.map((each) => [each.id, each]))
}

/** A runtime by its name, with options as `truncated:maxPromptChars=1141`, or `llmlingua:FILE.gguf`. */
export function findRuntime(name: string): ReturnType<Registry['findRuntime']> {
  const file = /^llmlingua:(.+\.gguf)$/.exec(name)?.[1]
  if (file !== undefined)
    return {
      ...setOptions(findRecord('runtime', runtimes, 'llmlingua'), { causalModel: `gguf:${file}` }),
      name,
    }
  const named = readRuntimeName(name)
  return setTyped(findRecord('runtime', runtimes, named.id), named)
}

/** What the packages below are told of all this. */
export const registry: Registry = {
  version: manifest.version,
  tokenizer: o200k,
  benchmarks,
  experiments,
  families,
  collections,
  runtimes,
  models,
  findRuntime,
  findModel,
  findSingleModel,
}
