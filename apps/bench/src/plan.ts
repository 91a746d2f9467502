import { compileSkill } from '@skill-state/core'
import {
  type Budget,
  createSpending,
  type Episode,
  limitSpending,
  type Spending,
  type SpendingLimits,
} from '@skill-state/eval'
import { type Model, SkillStateError } from '@skill-state/protocol'
import { judgeAnswers } from './answers.ts'
import type { Conditions } from './conditions.ts'
import { declaredActions } from './declared-actions.ts'
import { type Experiment, type FamilyFlags, FIRST_SEED, type Series } from './experiments/experiment.ts'
import { findModel, findSingleModel, type ModelFlags } from './find-model.ts'
import { type LimitFlags, readLimits } from './limits.ts'
import { loadBenchmark } from './load-benchmark.ts'
import { list, positiveInteger } from './options.ts'
import { findExperiment, findRuntime, modelRuntimes, tokenizer } from './registry.ts'
import { chooseSeries, listTasks, type PlannedTask, variantsOf } from './series.ts'
import { UsageError } from './usage-error.ts'
import { version } from './version.ts'

/** More than any experiment needs, and few enough to be planned at once. */
const MAX_SEEDS = 10_000
const MAX_HORIZON = 1_000_000

/** Options of `bench run` that change what is run, as typed. */
export interface PlanOptions extends ModelFlags, LimitFlags, FamilyFlags {
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
  /** Limits of the whole run; another run of the same conditions may have others. */
  readonly limits: SpendingLimits
  readonly conditions: Conditions
}

/**
 * Plans a run. Models that an experiment has for itself, such as a simulated user, spend of `spending`. Throws
 * `UsageError` and `SkillStateError` where something cannot be run.
 */
export async function makePlan(
  experimentName: string,
  options: PlanOptions,
  spending: Spending = createSpending(),
): Promise<Plan> {
  const findOther = async (name: string): Promise<Model> =>
    limitSpending(await findSingleModel(name), spending)
  const experiment = await findExperiment(experimentName, options, findOther)
  const limit = given(options.limit, (text) => positiveInteger('--limit', text)) ?? Number.POSITIVE_INFINITY
  const seedCount =
    given(options.seeds, (text) => positiveInteger('--seeds', text, MAX_SEEDS)) ?? experiment.seeds
  const seeds = Array.from({ length: seedCount }, (_, index) => FIRST_SEED + index)
  const budget = readBudget(options)
  const series = chooseSeries(experiment, {
    runtimes: given(options.runtime, (text) => list('--runtime', text, (_, name) => name)),
    horizons: given(options.horizon, (text) =>
      list('--horizon', text, (option, entry) => positiveInteger(option, entry, MAX_HORIZON)),
    ),
    benchmark: options.benchmark === undefined ? undefined : await loadBenchmark(options.benchmark),
  })
  const runtimeNames = [...new Set(series.flatMap((each) => each.runtimes))]
  const chosen = new Map(runtimeNames.map((id) => [id, findRuntime(id)]))
  const modelName = options.model ?? experiment.model ?? 'reference'
  const createModel = await findModel(modelName, options)
  checkRuntimes(modelName, runtimeNames)

  const tasks = tasksOf(experiment, series, seeds)
  const [first] = tasks
  if (first === undefined) throw new UsageError(`experiment ${experiment.id}: it has no tasks`)
  for (const { benchmark } of series) {
    createModel(benchmark, first.task, '')
    compileSkill(benchmark.skill)
  }
  const model = createModel(first.benchmark, first.task, '')
  const limits = readLimits(options, model)
  for (const { prepare } of chosen.values()) await prepare?.()
  const answers = await judgeAnswers(tasks, chosen, model)
  const episodes = tasks.flatMap(({ benchmark, task, runtimes: names }) =>
    names.flatMap((id): Episode[] => {
      const run = chosen.get(id)?.run
      return run ? [{ benchmark, task, runtime: { id, run }, model: createModel(benchmark, task, id) }] : []
    }),
  )
  return {
    experiment,
    model,
    budget,
    limits,
    episodes: episodes.slice(0, limit),
    conditions: {
      format: 1,
      version,
      experiment: experiment.id,
      ...(experiment.options && { options: experiment.options }),
      ...(options.benchmark !== undefined && { benchmark: options.benchmark }),
      series: await Promise.all(series.map((each) => conditionsOf(each, seeds))),
      runtimes: [...chosen].map(([id, { options: settings }]) => ({ id, options: settings })),
      prompts: 'Appendix A',
      model: {
        name: modelName,
        id: model.id,
        notice: model.notice ?? '',
        ...(model.settings && { settings: model.settings }),
        ...(model.capabilities && { capabilities: model.capabilities }),
      },
      ...(answers && { answers }),
      tokenizer: tokenizer.id,
      seeds,
      budget: { ...budget },
      episodes: Math.min(episodes.length, limit),
    },
  }
}

/** Throws `UsageError` where a runtime asks for replies that the model is not made for. */
function checkRuntimes(model: string, names: readonly string[]): void {
  const made = Object.hasOwn(modelRuntimes, model) ? modelRuntimes[model] : undefined
  const other = names.find((name) => made?.includes(name) === false)
  if (made === undefined || other === undefined) return
  throw new UsageError(
    `model ${model} spoils only replies that hold a state patch, and ${other} asks for none; its runtimes: ${made.join(', ')}`,
  )
}

/** Names the experiment where its benchmarks have no such tasks: among all of them nobody could tell which. */
function tasksOf(
  { id }: Experiment,
  series: readonly Series[],
  seeds: readonly number[],
): readonly PlannedTask[] {
  try {
    return listTasks(series, seeds)
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof SkillStateError)) throw error
    throw new UsageError(`experiment ${id}: ${error.message}`)
  }
}

async function conditionsOf(
  { benchmark, runtimes: names, horizons }: Series,
  seeds: readonly number[],
): Promise<Conditions['series'][number]> {
  const [task] = benchmark.tasks({ seeds, horizons })
  const { actionSchema, noop } = task === undefined ? {} : await declaredActions(benchmark, task)
  return {
    benchmark: {
      id: benchmark.id,
      instructions: benchmark.skill.instructions,
      initialState: benchmark.skill.initialState,
      schema: compileSkill(benchmark.skill).schema,
      ...(actionSchema !== undefined && { actionSchema }),
      ...(noop !== undefined && { noop }),
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
