import { compileSkill } from '@skill-state/core'
import type { Budget, Episode } from '@skill-state/eval'
import type { Model } from '@skill-state/protocol'
import type { Conditions } from './conditions.ts'
import { type Experiment, FIRST_SEED, type Series } from './experiments/experiment.ts'
import { loadBenchmark } from './load-benchmark.ts'
import { list, positiveInteger } from './options.ts'
import { experiments, find, models, runtimes, tokenizer } from './registry.ts'
import { chooseSeries, listTasks, variantsOf } from './series.ts'
import { UsageError } from './usage-error.ts'
import { version } from './version.ts'

/** Options of `bench run` that change what is run, as typed. */
export interface PlanOptions {
  readonly model?: string
  readonly benchmark?: string
  readonly runtime?: string
  readonly horizon?: string
  readonly seeds?: string
  readonly limit?: string
  readonly maxSteps?: string
  readonly maxEpisodeTokens?: string
}

/** What a run will do, checked as a whole before anything is written or spent. */
export interface Plan {
  readonly experiment: Experiment
  readonly model: Model
  readonly episodes: readonly Episode[]
  readonly budget: Budget
  readonly conditions: Conditions
}

export async function makePlan(experimentName: string, options: PlanOptions): Promise<Plan> {
  const experiment = find('experiment', experiments, experimentName)
  const limit = given(options.limit, (text) => positiveInteger('--limit', text)) ?? Number.POSITIVE_INFINITY
  const seedCount = given(options.seeds, (text) => positiveInteger('--seeds', text)) ?? experiment.seeds
  const seeds = Array.from({ length: seedCount }, (_, index) => FIRST_SEED + index)
  const budget = readBudget(options)
  const series = chooseSeries(experiment, {
    runtimes: given(options.runtime, (text) => list('--runtime', text, (_, name) => name)),
    horizons: given(options.horizon, (text) => list('--horizon', text, positiveInteger)),
    benchmark: options.benchmark === undefined ? undefined : await loadBenchmark(options.benchmark),
  })
  const runtimeNames = [...new Set(series.flatMap((each) => each.runtimes))]
  const chosen = runtimeNames.map((id) => ({ id, ...find('runtime', runtimes, id) }))
  const modelName = options.model ?? experiment.model ?? 'reference'
  const createModel = find('model', models, modelName)

  const tasks = listTasks(series, seeds)
  const [first] = tasks
  if (first === undefined) throw new UsageError(`experiment ${experiment.id} has no tasks`)
  for (const { benchmark } of series) {
    createModel(benchmark, first.task)
    compileSkill(benchmark.skill)
  }
  const model = createModel(first.benchmark, first.task)
  const episodes = tasks.flatMap(({ benchmark, task, runtimes: names }) =>
    names.map((id): Episode => {
      const { run } = find('runtime', runtimes, id)
      return { benchmark, task, runtime: { id, run }, model: createModel(benchmark, task) }
    }),
  )
  return {
    experiment,
    model,
    budget,
    episodes: episodes.slice(0, limit),
    conditions: {
      format: 1,
      version,
      experiment: experiment.id,
      ...(options.benchmark !== undefined && { benchmark: options.benchmark }),
      series: series.map((each) => conditionsOf(each, seeds)),
      runtimes: chosen.map(({ id, options: settings }) => ({ id, options: settings })),
      prompts: 'Appendix A',
      model: { name: modelName, id: model.id, notice: model.notice ?? '' },
      tokenizer: tokenizer.id,
      seeds,
      budget: { ...budget },
      episodes: Math.min(episodes.length, limit),
    },
  }
}

function conditionsOf(
  { benchmark, runtimes: names, horizons }: Series,
  seeds: readonly number[],
): Conditions['series'][number] {
  return {
    benchmark: {
      id: benchmark.id,
      instructions: benchmark.skill.instructions,
      initialState: benchmark.skill.initialState,
      schema: compileSkill(benchmark.skill).schema,
    },
    variants: variantsOf(benchmark, { seeds, horizons }),
    runtimes: names,
    horizons,
  }
}

function readBudget(options: PlanOptions): Budget {
  const steps = given(options.maxSteps, (text) => positiveInteger('--max-steps', text))
  const tokens = given(options.maxEpisodeTokens, (text) => positiveInteger('--max-episode-tokens', text))
  return { ...(steps && { steps }), ...(tokens && { tokens }) }
}

function given<T>(text: string | undefined, read: (text: string) => T): T | undefined {
  return text === undefined ? undefined : read(text)
}
