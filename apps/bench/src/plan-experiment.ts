import { type Budget, createSpending, limitSpending, type Spending } from '@skill-state/eval'
import type { Model } from '@skill-state/protocol'
import { type FamilyFlags, FIRST_SEED } from './experiments/experiment.ts'
import { findSingleModel, type ModelFlags } from './find-model.ts'
import { CHOOSE_ANOTHER, type LimitFlags, readLimits } from './limits.ts'
import { loadBenchmark } from './load-benchmark.ts'
import { list, positiveInteger } from './options.ts'
import { type Plan, planRun } from './plan.ts'
import { findExperiment } from './registry.ts'
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
 * `UsageError` and `SkillStateError` where something cannot be run.
 */
export async function planExperiment(
  experimentName: string,
  options: PlanOptions,
  spending: Spending = createSpending(),
): Promise<Plan> {
  const experiment = await findExperiment(experimentName, options, otherModels(spending, options))
  const seedCount =
    given(options.seeds, (text) => positiveInteger('--seeds', text, MAX_SEEDS)) ?? experiment.seeds
  const series = chooseSeries(experiment, {
    runtimes: given(options.runtime, (text) => list('--runtime', text, (_, name) => name)),
    horizons: given(options.horizon, (text) =>
      list('--horizon', text, (option, entry) => positiveInteger(option, entry, MAX_HORIZON)),
    ),
    benchmark: options.benchmark === undefined ? undefined : await loadBenchmark(options.benchmark),
  })
  return planRun({
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

/** Finds models beside the one that is measured, which share the run's limits. Throws where their calls have no bound. */
export function otherModels(
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
