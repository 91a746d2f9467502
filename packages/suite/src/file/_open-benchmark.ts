import { dirname } from 'node:path'
import { readOptions } from '@skill-state/eval/command-line'
import {
  type Benchmark,
  checkOptions,
  invalidOption,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  known,
  type Model,
} from '@skill-state/protocol'
import { loadBenchmark } from '../benchmarks/load-benchmark.ts'
import type { ExperimentFamily, Series } from '../experiment.ts'
import { checkRuntime } from '../plan/match-budgets.ts'
import type { Registry } from '../registry.ts'
import { at, beside, seedsOf } from './_place.ts'
import { ofSuite } from './_tasks.ts'
import type { Suite } from './read-suite.ts'
import { fieldsOf, nameOfRuntime, type SuiteBenchmark } from './schema.ts'

/** A benchmark of a suite, made of what the file says. */
export interface OpenedBenchmark {
  readonly series: Series
  /** What of it is recorded beside the series. */
  readonly recorded: JsonObject
}

/** Finds a model that a benchmark has for itself, such as a simulated user. */
type FindModel = (name: string) => Promise<Model>

/** Throws `invalid-option` that names the place in the file, or is to be told it by the caller. */
export async function openBenchmark(
  registry: Registry,
  read: Suite,
  entry: SuiteBenchmark,
  index: number,
  findModel: FindModel,
): Promise<OpenedBenchmark> {
  const { suite } = read
  const { name, tasks, horizons = suite.horizons ?? [] } = entry
  const runtimes = (entry.runtimes ?? suite.runtimes)?.map(nameOfRuntime)
  if (runtimes === undefined) throw invalidOption('no runtimes: name them here, or for the whole suite')
  for (const [place, runtime] of runtimes.entries()) {
    const path = entry.runtimes === undefined ? ['runtimes', place] : ['benchmarks', index, 'runtimes', place]
    await at(read, path, () => checkRuntime(registry, runtime))
  }
  const { benchmark, options, identity } = await findBenchmark(registry, read, entry, findModel)
  const repeated = ofSuite(benchmark, { tasks, trials: suite.trials })
  const [first] = repeated.tasks({ seeds: seedsOf(suite), horizons })
  if (first === undefined) {
    throw invalidOption(tasks === undefined ? 'no tasks: name horizons for it' : 'no task fits')
  }
  return {
    series: { benchmark: repeated, runtimes, horizons, options: identity ?? {} },
    recorded: { name, ...known({ options, tasks: tasks && [...tasks] }) },
  }
}

interface Found {
  readonly benchmark: Benchmark
  /** What it was made of, for the record. */
  readonly options?: JsonObject
  /** The part of the options that the benchmark's tasks do not show: it tells episodes apart. */
  readonly identity?: JsonObject
}

function ownOf<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}

async function findBenchmark(
  registry: Registry,
  read: Suite,
  entry: SuiteBenchmark,
  findModel: FindModel,
): Promise<Found> {
  const { name, runtimes: _, horizons: __, tasks: ___, ...given } = entry
  const family = ownOf(registry.families, name)
  const fields = family?.options ?? fieldsOf(ownOf(registry.benchmarks, name))
  const foreign = Object.keys(given).find((key) => !Object.hasOwn(fields, key))
  if (foreign !== undefined) throw invalidOption(`${foreign}: benchmark ${name} takes no such option`)
  if (family !== undefined) {
    const options = readOptions(family.options, given, (key) => `${key}:`)
    return await openFamily(family, inFile(read, options), findModel)
  }
  const options = JSON.parse(JSON.stringify(given)) as JsonObject
  return await openNamed(registry, name, options, dirname(read.file))
}

/** A benchmark by its registered name, with options, or of a module as seen from a folder. */
async function openNamed(
  registry: Registry,
  name: string,
  options: JsonObject,
  from?: string,
): Promise<Found> {
  const named = ownOf(registry.benchmarks, name)
  if (named?.with === undefined || named.options === undefined || Object.keys(options).length === 0) {
    return { benchmark: await loadBenchmark(registry, name, from) }
  }
  const checked = checkOptions(named.options, options)
  if (!checked.ok) {
    const [{ path, message } = { path: '', message: 'not valid' }] = checked.issues
    throw invalidOption(`${path}: ${message}`)
  }
  return { benchmark: named.with(options), options }
}

/**
 * A benchmark of a suite as its run has it on record; undefined for one that a family made, whose data may be
 * elsewhere. A module is sought from this folder. Throws `invalid-option`.
 */
export async function reopenBenchmark(
  registry: Registry,
  recorded: JsonValue | undefined,
  trials: JsonValue | undefined,
): Promise<Benchmark | undefined> {
  const { name, options = {}, tasks, ...rest } = isJsonObject(recorded) ? recorded : {}
  const isSound =
    typeof name === 'string' &&
    isJsonObject(options) &&
    (tasks === undefined || isTexts(tasks)) &&
    (trials === undefined || typeof trials === 'number') &&
    Object.keys(rest).length === 0
  if (!isSound) throw invalidOption(`${JSON.stringify(recorded)} is no benchmark of a suite`)
  if (Object.hasOwn(registry.families, name)) return undefined
  const { benchmark } = await openNamed(registry, name, options)
  return ofSuite(benchmark, { tasks, trials })
}

function isTexts(value: JsonValue): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}

async function openFamily(family: ExperimentFamily, given: object, findModel: FindModel): Promise<Found> {
  const { series, options = {} } = await family.create(given, findModel)
  const [first] = series
  if (first === undefined) throw invalidOption(`${family.id} has no benchmark`)
  return { benchmark: first.benchmark, options, identity: options }
}

/** The options, with the folder of data as seen from the file. */
function inFile(read: Suite, options: Readonly<Record<string, unknown>>): object {
  const { data } = options
  return typeof data === 'string' && data !== 'own' ? { ...options, data: beside(read, data) } : options
}
