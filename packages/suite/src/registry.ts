import {
  type Benchmark,
  invalidOption,
  type Model,
  type RuntimeRecord,
  type Task,
  type Tokenizer,
} from '@skill-state/protocol'
import type { Collection, Experiment, ExperimentFamily } from './experiment.ts'
import type { NamedRuntime } from './named-runtime.ts'
import { didYouMean } from './nearest.ts'
import type { ModelSettings } from './request.ts'

export type ModelFor = (benchmark: Benchmark, task: Task, runtime: string) => Model

/** A model that has a name of its own, without a provider. */
export interface ModelRecord {
  readonly id: string
  /** One line for lists: what it is. */
  readonly description: string
  /** The ids of the runtimes whose replies it is made for. Default: all. */
  readonly runtimes?: readonly string[]
  /** What can be set of it in its name, as `reader:notes=dense`. */
  readonly options?: Benchmark['options']
  /** Gets the options, completed. */
  readonly create: (...episode: [...Parameters<ModelFor>, options: unknown]) => Model
}

/** Everything that can be named, and what every run of a program shares. */
export interface Registry {
  /** Of the program, on record in each run. */
  readonly version: string
  /** Estimates token counts if a model reports none. */
  readonly tokenizer: Tokenizer
  readonly benchmarks: Readonly<Record<string, Benchmark>>
  /** What was loaded from outside. Absent if names that are commands are not started. */
  readonly foreign?: Set<Benchmark>
  readonly experiments: Readonly<Record<string, Experiment>>
  readonly families: Readonly<Record<string, ExperimentFamily>>
  readonly collections: Readonly<Record<string, Collection>>
  readonly runtimes: Readonly<Record<string, RuntimeRecord>>
  readonly models: Readonly<Record<string, ModelRecord>>
  /** Reads names such as `truncated:maxPromptChars=1141`. Throws `invalid-option` for an unknown name or option. */
  readonly findRuntime: (name: string) => NamedRuntime
  /** Throws `invalid-option` and `missing-key` before anything is sent. */
  readonly findModel: (name: string, settings: ModelSettings) => Promise<ModelFor>
  /** A model that answers for all episodes alike, such as a simulated user. */
  readonly findSingleModel: (
    name: string,
    settings?: Pick<ModelSettings, 'tokensPerMinute'>,
  ) => Promise<Model>
}

/** Looks a name up, or says which names there are, and which one may be meant. */
export function findRecord<T>(kind: string, table: Readonly<Record<string, T>>, name: string): T {
  const found = Object.hasOwn(table, name) ? table[name] : undefined
  if (found !== undefined) return found
  const known = Object.keys(table)
  throw invalidOption(`unknown ${kind} "${name}"; known: ${known.join(', ')}${didYouMean(name, known)}`)
}
