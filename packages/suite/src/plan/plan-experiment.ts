import { limitsOf, readOptions } from '@skill-state/eval/command-line'
import {
  invalidOption,
  known,
  type Model,
  readRuntimeName,
  SkillStateError,
  writeRuntimeName,
} from '@skill-state/protocol'
import { Meter, metered, type Spending } from '@skill-state/protocol/meter'
import { loadBenchmark } from '../benchmarks/load-benchmark.ts'
import { type Experiment, FIRST_SEED, type Series } from '../experiment.ts'
import { didYouMean } from '../nearest.ts'
import { findRecord, type Registry } from '../registry.ts'
import type { OptionSettings, Request } from '../request.ts'
import { type Plan, planRun } from './plan-run.ts'
import { selectionOf } from './selection.ts'
import { chooseSeries } from './series.ts'

/**
 * Plans the run of an experiment. Models that it has for itself, such as a simulated user, spend of `spending`. Throws
 * `SkillStateError` if something cannot be run.
 */
export async function planExperiment(
  registry: Registry,
  experimentName: string,
  request: Request,
  spending: Spending = new Meter(),
): Promise<Plan> {
  const findOther = otherModels(registry, spending, request)
  const experiment = await findExperiment(registry, experimentName, request, findOther)
  const { benchmark, runtime, horizon, seeds = experiment.seeds, maxSteps, maxEpisodeTokens } = request
  const chosen = chooseSeries(experiment, {
    runtimes: runtime?.map((name) => withBudget(registry, experiment, name)),
    horizons: horizon,
    benchmark: benchmark === undefined ? undefined : await loadBenchmark(registry, benchmark),
  })
  const series = setRuntimes(registry, chosen, request.set)
  return planRun(registry, {
    experiment,
    series,
    seeds: firstSeeds(seeds),
    episodeLimits: known({ steps: maxSteps, tokens: maxEpisodeTokens }),
    model: request.model ?? experiment.model ?? 'reference',
    modelSettings: request,
    limits: request,
    selection: selectionOf(request),
    benchmark,
  })
}

/** An experiment by its name, made by its family if it has one. Throws for settings that mean nothing to it. */
async function findExperiment(
  { experiments, families, runtimes }: Registry,
  name: string,
  { set = {} }: Request,
  findModel: (name: string) => Promise<Model>,
): Promise<Experiment> {
  const family = Object.hasOwn(families, name) ? families[name] : undefined
  if (family === undefined) findRecord('experiment', { ...experiments, ...families }, name)
  const foreign = Object.keys(set).find((named) => named !== family?.id && !Object.hasOwn(runtimes, named))
  if (foreign !== undefined) {
    const message = `--set ${foreign}: experiment ${name} takes no such options${didYouMean(foreign, [...Object.keys(families), ...Object.keys(runtimes)])}`
    throw invalidOption(message)
  }
  if (family === undefined) return findRecord('experiment', experiments, name)
  const given = set[name] ?? {}
  const named = Object.fromEntries(Object.keys(family.options).map((key) => [`${name}.${key}`, key]))
  for (const option of Object.keys(given)) findRecord('option', named, `${name}.${option}`)
  try {
    return await family.create(
      readOptions(family.options, given, (option) => option),
      findModel,
    )
  } catch (error) {
    const [option = ''] = error instanceof SkillStateError ? error.message.split(/[: ]/, 1) : []
    if (!(error instanceof SkillStateError) || !Object.hasOwn(family.options, option)) throw error
    throw new SkillStateError(error.code, `--set ${name}.${error.message}`, { cause: error })
  }
}

/** A named runtime keeps the budget that the experiment gives to those of its own that have one. */
function withBudget({ findRuntime }: Registry, { series }: Experiment, name: string): string {
  const own = series.flatMap(({ runtimes }) => runtimes)
  const { id, options } = readRuntimeName(name)
  const isMatched = own.some((each) => readRuntimeName(each).options.budget === 'match')
  if (!isMatched || own.includes(name) || 'budget' in options || 'maxPromptChars' in options) return name
  if (!('maxPromptChars' in findRuntime(name).options)) return name
  return writeRuntimeName({ id, options: { ...options, budget: 'match' } })
}

/** Sets options of runtimes that take part. Throws `invalid-option` for one that does not. */
function setRuntimes(
  { runtimes }: Registry,
  series: readonly Series[],
  set: OptionSettings = {},
): readonly Series[] {
  const names = series.flatMap((each) => each.runtimes).map((name) => readRuntimeName(name).id)
  const absent = Object.keys(set).find((id) => Object.hasOwn(runtimes, id) && !names.includes(id))
  if (absent !== undefined) {
    throw invalidOption(`--set ${absent}: the experiment does not run this runtime; name it by --runtime too`)
  }
  const withOptions = (name: string): string => {
    const { id, options } = readRuntimeName(name)
    const given = Object.entries(set[id] ?? {}).map(([option, value]) => [option, String(value)])
    return given.length === 0
      ? name
      : writeRuntimeName({ id, options: { ...options, ...Object.fromEntries(given) } })
  }
  return series.map((each) => ({ ...each, runtimes: each.runtimes.map(withOptions) }))
}

/** Finds models beside the one that is measured, which share the run's limits. Throws if their calls have no bound. */
export function otherModels(
  { findSingleModel }: Registry,
  spending: Spending,
  request: Request = {},
): (name: string) => Promise<Model> {
  return async (name) => {
    const model = await findSingleModel(name, request)
    limitsOf(request, model, {
      reply: 'choose another model there, or leave the limit out',
      prices: 'choose another model there, or limit the run by --max-tokens',
    })
    return metered(model, { spendings: [spending] })
  }
}

export function firstSeeds(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => FIRST_SEED + index)
}
