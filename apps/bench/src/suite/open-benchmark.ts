import { dirname } from 'node:path'
import type { Benchmark, JsonObject, Model } from '@skill-state/protocol'
import type { FamilyFlags, Series } from '../experiments/experiment.ts'
import { loadBenchmark } from '../load-benchmark.ts'
import { dashed } from '../options.ts'
import { families, findRuntime } from '../registry.ts'
import { UsageError } from '../usage-error.ts'
import { at, beside, seedsOf } from './place.ts'
import type { Suite } from './read-suite.ts'
import { type SuiteBenchmark, variantKeys } from './schema.ts'
import { inTrials, onlyTasks } from './tasks.ts'
import { keysOfVariant, openVariant } from './variants.ts'

/** A benchmark of a suite, made of what the file says. */
export interface OpenedBenchmark {
  readonly series: Series
  /** What of it goes on record beside the series. */
  readonly recorded: JsonObject
}

/** Finds a model that a benchmark has for itself, such as a simulated user. */
type FindModel = (name: string) => Promise<Model>

/** Throws `UsageError` that names the place in the file, or is to be told it by the caller. */
export async function openBenchmark(
  read: Suite,
  entry: SuiteBenchmark,
  index: number,
  findModel: FindModel,
): Promise<OpenedBenchmark> {
  const { suite } = read
  const { name, tasks, horizons = suite.horizons ?? [] } = entry
  const runtimes = entry.runtimes ?? suite.runtimes
  if (runtimes === undefined) throw new UsageError('no runtimes: name them here, or for the whole suite')
  for (const runtime of runtimes) {
    const path = entry.runtimes === undefined ? ['runtimes'] : ['benchmarks', index, 'runtimes']
    await at(read, path, () => findRuntime(runtime))
  }
  const { benchmark, options, identity } = await findBenchmark(read, entry, findModel)
  const chosen = tasks === undefined ? benchmark : onlyTasks(benchmark, tasks)
  const repeated = suite.trials === undefined ? chosen : inTrials(chosen, suite.trials)
  const [first] = repeated.tasks({ seeds: seedsOf(suite), horizons })
  if (first === undefined) {
    throw new UsageError(tasks === undefined ? 'no tasks: name horizons for it' : 'no task fits')
  }
  return {
    series: { benchmark: repeated, runtimes, horizons, options: identity ?? {} },
    recorded: { name, ...(options && { options }), ...(tasks && { tasks: [...tasks] }) },
  }
}

interface Found {
  readonly benchmark: Benchmark
  /** What it was made of, for the record. */
  readonly options?: JsonObject
  /** The part of the options that the benchmark's tasks do not show: it tells episodes apart. */
  readonly identity?: JsonObject
}

async function findBenchmark(read: Suite, entry: SuiteBenchmark, findModel: FindModel): Promise<Found> {
  const flags = familyFlags(read, entry)
  const family = Object.hasOwn(families, entry.name) ? families[entry.name] : undefined
  const known: readonly string[] = [...(family?.flags ?? []), ...keysOfVariant(entry.name)]
  const given = [...Object.keys(flags), ...variantKeys.filter((key) => entry[key] !== undefined)]
  const foreign = given.find((key) => !known.includes(key))
  if (foreign !== undefined) {
    throw new UsageError(`${dashed(foreign)}: benchmark ${entry.name} takes no such option`)
  }
  if (family === undefined) {
    return openVariant(entry) ?? { benchmark: await loadBenchmark(entry.name, dirname(read.file)) }
  }
  const { series, options = {} } = await family.create(flags, findModel)
  const [first] = series
  if (first === undefined) throw new UsageError(`${entry.name} has no benchmark`)
  return { benchmark: first.benchmark, options, identity: options }
}

/** The entry's options as its family reads them on the command line. */
function familyFlags(read: Suite, entry: SuiteBenchmark): FamilyFlags {
  const { data, domain, split, userModel, userStrategy, mode, sandbox, turns, statuses } = entry
  return {
    ...(data !== undefined && { data: data === 'own' ? data : beside(read, data) }),
    ...(domain !== undefined && { domain }),
    ...(split !== undefined && { split }),
    ...(userModel !== undefined && { userModel }),
    ...(userStrategy !== undefined && { userStrategy }),
    ...(mode !== undefined && { mode }),
    ...(sandbox !== undefined && { sandbox }),
    ...(turns !== undefined && { turns: String(turns) }),
    ...(statuses !== undefined && { tasks: statuses.join(',') }),
  }
}
