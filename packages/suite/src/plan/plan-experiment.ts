import { createSpending, limitSpending, type Spending } from '@skill-state/eval'
import { type Model, SkillStateError } from '@skill-state/protocol'
import { loadBenchmark } from '../benchmarks/load-benchmark.ts'
import { type Experiment, FIRST_SEED } from '../experiment.ts'
import { didYouMean } from '../nearest.ts'
import { defined, readOptions } from '../options.ts'
import { find, type Registry } from '../registry.ts'
import type { Request } from '../request.ts'
import { CHOOSE_ANOTHER, limitsOf } from './limits.ts'
import { type Plan, planRun } from './plan-run.ts'
import { selectionOf } from './selection.ts'
import { chooseSeries } from './series.ts'

/**
 * Plans the run of an experiment. Models that it has for itself, such as a simulated user, spend of `spending`. Throws
 * `SkillStateError` where something cannot be run.
 */
export async function planExperiment(
  registry: Registry,
  experimentName: string,
  request: Request,
  spending: Spending = createSpending(),
): Promise<Plan> {
  const experiment = await findExperiment(
    registry,
    experimentName,
    request,
    otherModels(registry, spending, request),
  )
  const { benchmark, runtime, horizon, seeds = experiment.seeds, maxSteps, maxEpisodeTokens } = request
  const series = chooseSeries(experiment, {
    runtimes: runtime,
    horizons: horizon,
    benchmark: benchmark === undefined ? undefined : await loadBenchmark(registry, benchmark),
  })
  return planRun(registry, {
    experiment,
    series,
    seeds: firstSeeds(seeds),
    budget: defined({ steps: maxSteps, tokens: maxEpisodeTokens }),
    model: request.model ?? experiment.model ?? 'reference',
    modelSettings: request,
    limits: request,
    selection: selectionOf(request),
    benchmark,
  })
}

/** An experiment by its name, made by its family if it has one. Throws for settings that mean nothing to it. */
async function findExperiment(
  { experiments, families }: Registry,
  name: string,
  { set = {} }: Request,
  findModel: (name: string) => Promise<Model>,
): Promise<Experiment> {
  const family = Object.hasOwn(families, name) ? families[name] : undefined
  if (family === undefined) find('experiment', { ...experiments, ...families }, name)
  const foreign = Object.keys(set).find((benchmark) => benchmark !== family?.id)
  if (foreign !== undefined) {
    const message = `--set ${foreign}: experiment ${name} takes no such options${didYouMean(foreign, Object.keys(families))}`
    throw new SkillStateError('invalid-option', message)
  }
  if (family === undefined) return find('experiment', experiments, name)
  const given = set[name] ?? {}
  const named = Object.fromEntries(Object.keys(family.options).map((key) => [`${name}.${key}`, key]))
  for (const option of Object.keys(given)) find('option', named, `${name}.${option}`)
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

/** Finds models beside the one that is measured, which share the run's limits. Throws where their calls have no bound. */
export function otherModels(
  { findSingleModel }: Registry,
  spending: Spending,
  request: Request = {},
): (name: string) => Promise<Model> {
  return async (name) => {
    const model = await findSingleModel(name, request)
    limitsOf(request, model, CHOOSE_ANOTHER)
    return limitSpending(model, spending)
  }
}

export function firstSeeds(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => FIRST_SEED + index)
}
