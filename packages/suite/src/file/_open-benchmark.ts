import { dirname } from 'node:path'
import {
  type Benchmark,
  checkOptions,
  type JsonObject,
  type Model,
  SkillStateError,
} from '@skill-state/protocol'
import { loadBenchmark } from '../benchmarks/load-benchmark.ts'
import type { FamilyFlags, Series } from '../experiment.ts'
import { dashed } from '../options.ts'
import type { Registry } from '../registry.ts'
import { at, beside, seedsOf } from './_place.ts'
import { inTrials, onlyTasks } from './_tasks.ts'
import type { Suite } from './read-suite.ts'
import { type SuiteBenchmark, type VariantKey, variantKeys } from './schema.ts'

/** A benchmark of a suite, made of what the file says. */
export interface OpenedBenchmark {
  readonly series: Series
  /** What of it goes on record beside the series. */
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
  const runtimes = entry.runtimes ?? suite.runtimes
  if (runtimes === undefined)
    throw new SkillStateError('invalid-option', 'no runtimes: name them here, or for the whole suite')
  for (const runtime of runtimes) {
    const path = entry.runtimes === undefined ? ['runtimes'] : ['benchmarks', index, 'runtimes']
    await at(read, path, () => registry.findRuntime(runtime))
  }
  const { benchmark, options, identity } = await findBenchmark(registry, read, entry, findModel)
  const chosen = tasks === undefined ? benchmark : onlyTasks(benchmark, tasks)
  const repeated = suite.trials === undefined ? chosen : inTrials(chosen, suite.trials)
  const [first] = repeated.tasks({ seeds: seedsOf(suite), horizons })
  if (first === undefined) {
    throw new SkillStateError(
      'invalid-option',
      tasks === undefined ? 'no tasks: name horizons for it' : 'no task fits',
    )
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

async function findBenchmark(
  registry: Registry,
  read: Suite,
  entry: SuiteBenchmark,
  findModel: FindModel,
): Promise<Found> {
  const { families, benchmarks } = registry
  const flags = familyFlags(read, entry)
  const named = Object.hasOwn(benchmarks, entry.name) ? benchmarks[entry.name] : undefined
  const options = optionsOf(named)
  const family = Object.hasOwn(families, entry.name) ? families[entry.name] : undefined
  const known: readonly string[] = [...(family?.flags ?? []), ...options]
  const given = [...Object.keys(flags), ...variantKeys.filter((key) => entry[key] !== undefined)]
  const foreign = given.find((key) => !known.includes(key))
  if (foreign !== undefined) {
    throw new SkillStateError(
      'invalid-option',
      `${dashed(foreign)}: benchmark ${entry.name} takes no such option`,
    )
  }
  if (family === undefined) {
    return (
      setOptions(named, entry, options) ?? {
        benchmark: await loadBenchmark(registry, entry.name, dirname(read.file)),
      }
    )
  }
  const { series, options: recorded = {} } = await family.create(flags, findModel)
  const [first] = series
  if (first === undefined) throw new SkillStateError('invalid-option', `${entry.name} has no benchmark`)
  return { benchmark: first.benchmark, options: recorded, identity: recorded }
}

/** The benchmark with the options that an entry sets, and these; undefined if it sets none. */
function setOptions(
  benchmark: Benchmark | undefined,
  entry: SuiteBenchmark,
  keys: readonly VariantKey[],
): Found | undefined {
  const given = keys.flatMap((key) => (entry[key] === undefined ? [] : [[key, entry[key]] as const]))
  if (benchmark?.with === undefined || benchmark.options === undefined || given.length === 0) return undefined
  const options: JsonObject = JSON.parse(JSON.stringify(Object.fromEntries(given)))
  const checked = checkOptions(benchmark.options, options)
  if (!checked.ok) {
    const [{ path, message } = { path: '', message: 'not valid' }] = checked.issues
    throw new SkillStateError('invalid-option', `${dashed(path)}: ${message}`)
  }
  return { benchmark: benchmark.with(options), options }
}

/** The keys of an entry that are options of this benchmark. */
function optionsOf(benchmark: Benchmark | undefined): readonly VariantKey[] {
  const schema = benchmark?.options?.['~standard'].jsonSchema.output({ target: 'draft-2020-12' })
  return variantKeys.filter((key) => Object.hasOwn(schema?.properties ?? {}, key))
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
