import { type Budget, createSpending, limitSpending, type Spending } from '@skill-state/eval'
import { type Model, SkillStateError } from '@skill-state/protocol'
import { loadBenchmark } from '../benchmarks/load-benchmark.ts'
import { type Experiment, FAMILY_FLAGS, type FamilyFlags, FIRST_SEED } from '../experiment.ts'
import type { ModelFlags } from '../model-flags.ts'
import { dashed, list, positiveInteger } from '../options.ts'
import { find, type Registry } from '../registry.ts'
import { CHOOSE_ANOTHER, type LimitFlags, readLimits } from './limits.ts'
import { type Plan, planRun } from './plan-run.ts'
import { readSelection, type SelectionFlags } from './selection.ts'
import { chooseSeries } from './series.ts'

/** More than any experiment needs, and few enough to be planned at once. */
const MAX_SEEDS = 10_000
const MAX_HORIZON = 1_000_000

/** Options of `bench run` that change what is run, as typed. */
export interface PlanOptions extends ModelFlags, LimitFlags, FamilyFlags, SelectionFlags {
  readonly model?: string
  readonly benchmark?: string
  readonly runtime?: string
  readonly horizon?: string
  readonly seeds?: string
  readonly maxSteps?: string
  readonly maxEpisodeTokens?: string
}

/**
 * Plans the run of an experiment. Models that it has for itself, such as a simulated user, spend of `spending`. Throws
 * `SkillStateError` where something cannot be run.
 */
export async function planExperiment(
  registry: Registry,
  experimentName: string,
  options: PlanOptions,
  spending: Spending = createSpending(),
): Promise<Plan> {
  const experiment = await findExperiment(
    registry,
    experimentName,
    options,
    otherModels(registry, spending, options),
  )
  const seedCount =
    given(options.seeds, (text) => positiveInteger('--seeds', text, MAX_SEEDS)) ?? experiment.seeds
  const series = chooseSeries(experiment, {
    runtimes: given(options.runtime, (text) => list('--runtime', text, (_, name) => name)),
    horizons: given(options.horizon, (text) =>
      list('--horizon', text, (option, entry) => positiveInteger(option, entry, MAX_HORIZON)),
    ),
    benchmark: options.benchmark === undefined ? undefined : await loadBenchmark(registry, options.benchmark),
  })
  return planRun(registry, {
    experiment,
    series,
    seeds: firstSeeds(seedCount),
    budget: readBudget(options),
    model: options.model ?? experiment.model ?? 'reference',
    modelFlags: options,
    limits: options,
    selection: readSelection(options),
    benchmark: options.benchmark,
  })
}

/** An experiment by its name, made by its family where it has one. Refuses flags that mean nothing to it. */
async function findExperiment(
  { experiments, families }: Registry,
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
    throw new SkillStateError('invalid-option', `${dashed(foreign)}: experiment ${name} takes no such option`)
  return family === undefined ? find('experiment', experiments, name) : family.create(flags, findModel)
}

/** Finds models beside the one that is measured, which share the run's limits. Throws where their calls have no bound. */
export function otherModels(
  { findSingleModel }: Registry,
  spending: Spending,
  options: LimitFlags & Pick<ModelFlags, 'tokensPerMinute'> = {},
): (name: string) => Promise<Model> {
  return async (name) => {
    const model = await findSingleModel(name, options)
    readLimits(options, model, CHOOSE_ANOTHER)
    return limitSpending(model, spending)
  }
}

export function firstSeeds(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => FIRST_SEED + index)
}

function readBudget(options: PlanOptions): Budget {
  const steps = given(options.maxSteps, (text) => positiveInteger('--max-steps', text))
  const tokens = given(options.maxEpisodeTokens, (text) => positiveInteger('--max-episode-tokens', text))
  return { ...(steps && { steps }), ...(tokens && { tokens }) }
}

function given<T>(text: string | undefined, read: (text: string) => T): T | undefined {
  return text === undefined ? undefined : read(text)
}
