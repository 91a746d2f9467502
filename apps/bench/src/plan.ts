import { compileSkill } from '@skill-state/core'
import type { Budget, Episode } from '@skill-state/eval'
import type { Benchmark, Model } from '@skill-state/protocol'
import type { Conditions } from './conditions.ts'
import { type Experiment, FIRST_SEED } from './experiments/experiment.ts'
import { loadBenchmark } from './load-benchmark.ts'
import { list, positiveInteger } from './options.ts'
import { experiments, find, models, runtimes, tokenizer } from './registry.ts'
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
  readonly benchmark: Benchmark
  readonly model: Model
  readonly episodes: readonly Episode[]
  readonly budget: Budget
  readonly conditions: Conditions
}

export async function makePlan(experimentName: string, options: PlanOptions): Promise<Plan> {
  const experiment = find('experiment', experiments, experimentName)
  const runtimeNames =
    given(options.runtime, (text) => list('--runtime', text, (_, name) => name)) ?? experiment.runtimes
  const horizons =
    given(options.horizon, (text) => list('--horizon', text, positiveInteger)) ?? experiment.horizons
  const seedCount = given(options.seeds, (text) => positiveInteger('--seeds', text)) ?? experiment.seeds
  const limit = given(options.limit, (text) => positiveInteger('--limit', text))
  const steps = given(options.maxSteps, (text) => positiveInteger('--max-steps', text))
  const tokens = given(options.maxEpisodeTokens, (text) => positiveInteger('--max-episode-tokens', text))
  const budget: Budget = { ...(steps && { steps }), ...(tokens && { tokens }) }
  const chosen = runtimeNames.map((id) => ({ id, ...find('runtime', runtimes, id) }))
  const modelName = options.model ?? experiment.model ?? 'reference'
  const createModel = find('model', models, modelName)
  const benchmarkName = options.benchmark ?? experiment.benchmark
  const benchmark = await loadBenchmark(benchmarkName)
  compileSkill(benchmark.skill)

  const seeds = Array.from({ length: seedCount }, (_, index) => FIRST_SEED + index)
  const tasks = [...benchmark.tasks({ seeds, horizons })]
  const [firstTask] = tasks
  if (firstTask === undefined)
    throw new UsageError(`benchmark ${benchmark.id} has no tasks for these options`)
  const episodes = tasks.flatMap((task) =>
    chosen.map(({ id, run }) => {
      return { benchmark, task, runtime: { id, run }, model: createModel(benchmark, task) }
    }),
  )
  const model = createModel(benchmark, firstTask)
  return {
    experiment,
    benchmark,
    model,
    budget,
    episodes: episodes.slice(0, limit),
    conditions: {
      format: 1,
      version,
      experiment: experiment.id,
      benchmark: {
        name: benchmarkName,
        id: benchmark.id,
        instructions: benchmark.skill.instructions,
        initialState: benchmark.skill.initialState,
      },
      runtimes: chosen.map(({ id, options }) => ({ id, options })),
      prompts: 'Appendix A',
      model: { name: modelName, id: model.id, notice: model.notice ?? '' },
      tokenizer: tokenizer.id,
      horizons,
      seeds,
      budget: { ...budget },
      episodes: Math.min(episodes.length, limit ?? Number.POSITIVE_INFINITY),
    },
  }
}

function given<T>(text: string | undefined, read: (text: string) => T): T | undefined {
  return text === undefined ? undefined : read(text)
}
