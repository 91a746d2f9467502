import { dirname, isAbsolute, resolve } from 'node:path'
import type { Spending } from '@skill-state/eval'
import { type Benchmark, type JsonObject, SkillStateError } from '@skill-state/protocol'
import type { FamilyFlags, Series } from '../experiments/experiment.ts'
import { loadBenchmark } from '../load-benchmark.ts'
import { dashed } from '../options.ts'
import { type Draft, type Plan, planRun } from '../plan.ts'
import { firstSeeds, otherModels, type PlanOptions } from '../plan-experiment.ts'
import { families, findRuntime } from '../registry.ts'
import { readSelection } from '../selection.ts'
import { UsageError } from '../usage-error.ts'
import type { Path } from './positions.ts'
import { presentSuite } from './present.ts'
import type { Suite } from './read-suite.ts'
import type { SuiteBenchmark, SuiteFile, SuiteModel } from './schema.ts'
import { inTrials, onlyTasks } from './tasks.ts'

/** The run of one model of a suite. */
export interface SuiteRun {
  /** Name of its folder. */
  readonly label: string
  readonly plan: Plan
}

/** What the suite file says itself, so that the command line may not. */
const IN_THE_FILE = [
  'model',
  'benchmark',
  'runtime',
  'horizon',
  'seeds',
  'maxSteps',
  'maxEpisodeTokens',
  'temperature',
  'maxOutputTokens',
  'reasoningEffort',
  'baseUrl',
  'modelInfo',
  'data',
  'domain',
  'split',
  'tasks',
  'userModel',
  'userStrategy',
  'mode',
  'sandbox',
  'turns',
] as const satisfies readonly (keyof PlanOptions)[]

/** Plans a run for each model of the suite. Throws `UsageError` that names the place in the file. */
export async function planSuite(read: Suite, options: PlanOptions, spending: Spending): Promise<SuiteRun[]> {
  const foreign = IN_THE_FILE.find((name) => options[name] !== undefined)
  if (foreign !== undefined)
    throw new UsageError(`${dashed(foreign)}: ${read.file} says that; change it there`)
  const { suite } = read
  const opened: OpenedBenchmark[] = []
  for (const [index, entry] of suite.benchmarks.entries()) {
    const named = typeof entry === 'string' ? { name: entry } : entry
    opened.push(await at(read, ['benchmarks', index], () => openBenchmark(read, named, index, spending)))
  }
  const experimentOptions: JsonObject = {
    suite: suite.name,
    ...(suite.title !== undefined && { title: suite.title }),
    benchmarks: opened.map(({ recorded }) => recorded),
    ...(suite.trials !== undefined && { trials: suite.trials }),
  }
  const series = opened.map((each) => each.series)
  const seeds = seedsOf(suite)
  const draft: Omit<Draft, 'model' | 'modelFlags'> = {
    experiment: {
      ...presentSuite(experimentOptions),
      series,
      seeds: seeds.length,
      options: experimentOptions,
    },
    series,
    seeds,
    budget: suite.budget ?? {},
    limits: options,
    selection: readSelection(options),
  }
  const runs: SuiteRun[] = []
  for (const [index, entry] of suite.models.entries()) {
    const model = typeof entry === 'string' ? { model: entry } : entry
    const plan = await at(read, ['models', index], () =>
      planRun({ ...draft, model: model.model, modelFlags: { ...options, ...modelFlags(read, model) } }),
    )
    runs.push({ label: model.label ?? folderName(model.model), plan })
  }
  requireApart(read, runs)
  return runs
}

interface OpenedBenchmark {
  readonly series: Series
  /** What of it goes on record beside the series. */
  readonly recorded: JsonObject
}

async function openBenchmark(
  read: Suite,
  entry: SuiteBenchmark,
  index: number,
  spending: Spending,
): Promise<OpenedBenchmark> {
  const { suite } = read
  const { name, tasks, horizons = suite.horizons ?? [] } = entry
  const runtimes = entry.runtimes ?? suite.runtimes
  if (runtimes === undefined) throw new UsageError('no runtimes: name them here, or for the whole suite')
  for (const runtime of runtimes) {
    const path = entry.runtimes === undefined ? ['runtimes'] : ['benchmarks', index, 'runtimes']
    await at(read, path, () => findRuntime(runtime))
  }
  const { benchmark, options } = await findBenchmark(read, entry, spending)
  const chosen = tasks === undefined ? benchmark : onlyTasks(benchmark, tasks)
  const repeated = suite.trials === undefined ? chosen : inTrials(chosen, suite.trials)
  const [first] = repeated.tasks({ seeds: seedsOf(suite), horizons })
  if (first === undefined) {
    throw new UsageError(tasks === undefined ? 'no tasks: name horizons for it' : 'no task fits')
  }
  return {
    series: { benchmark: repeated, runtimes, horizons, options: options ?? {} },
    recorded: { name, ...(options && { options }), ...(tasks && { tasks: [...tasks] }) },
  }
}

async function findBenchmark(
  read: Suite,
  entry: SuiteBenchmark,
  spending: Spending,
): Promise<{ benchmark: Benchmark; options?: JsonObject }> {
  const flags = familyFlags(read, entry)
  const family = Object.hasOwn(families, entry.name) ? families[entry.name] : undefined
  const foreign = Object.keys(flags).find((flag) => !family?.flags.some((known) => known === flag))
  if (foreign !== undefined) {
    throw new UsageError(
      `${foreign === 'tasks' ? 'statuses' : foreign}: benchmark ${entry.name} takes no such option`,
    )
  }
  if (family === undefined) {
    return { benchmark: await loadBenchmark(isPath(entry.name) ? beside(read, entry.name) : entry.name) }
  }
  const { series, options = {} } = await family.create(flags, otherModels(spending))
  const [first] = series
  if (first === undefined) throw new UsageError(`${entry.name} has no benchmark`)
  return { benchmark: first.benchmark, options }
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

function modelFlags(read: Suite, model: SuiteModel): Partial<PlanOptions> {
  const { temperature, maxOutputTokens, reasoningEffort, baseUrl, info } = model
  return {
    ...(temperature !== undefined && { temperature: String(temperature) }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens: String(maxOutputTokens) }),
    ...(reasoningEffort !== undefined && { reasoningEffort }),
    ...(baseUrl !== undefined && { baseUrl }),
    ...(info !== undefined && { modelInfo: beside(read, info) }),
  }
}

function isPath(name: string): boolean {
  return /^\.{0,2}\//.test(name)
}

function seedsOf({ seeds = 1 }: SuiteFile): readonly number[] {
  return typeof seeds === 'number' ? firstSeeds(seeds) : seeds
}

/** A path as seen from the suite's file. */
function beside({ file }: Suite, path: string): string {
  return isAbsolute(path) ? path : resolve(dirname(file), path)
}

function folderName(model: string): string {
  return model.replaceAll(/[^A-Za-z0-9._-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '')
}

/** Two runs in one folder would be one, and two runs of equal episodes too. */
function requireApart({ locate }: Suite, runs: readonly SuiteRun[]): void {
  for (const [index, { label, plan }] of runs.entries()) {
    const earlier = runs.slice(0, index)
    if (earlier.some((other) => other.label === label)) {
      throw new UsageError(
        `${locate(['models', index])}: a model before it has the folder ${label} too; give it a label`,
      )
    }
    const id = plan.episodes[0]?.id
    if (earlier.some((other) => other.plan.episodes[0]?.id === id)) {
      throw new UsageError(
        `${locate(['models', index])}: a model before it is the same; say trials to repeat episodes`,
      )
    }
  }
}

/** Lets what is refused name its place in the file, if it does not yet. */
async function at<T>({ file, locate }: Suite, path: Path, make: () => T | Promise<T>): Promise<T> {
  try {
    return await make()
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof SkillStateError)) throw error
    if (error.message.startsWith(`${file}:`)) throw error
    throw new UsageError(`${locate(path)}: ${error.message}`)
  }
}
