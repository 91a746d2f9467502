import { compileSkill } from '@skill-state/core'
import type { Episode } from '@skill-state/eval'
import { limitsOf } from '@skill-state/eval/command-line'
import type { field } from '@skill-state/eval/options'
import { invalidOption, known, type Model, readRuntimeName, SkillStateError } from '@skill-state/protocol'
import { checkLimits, type Limits } from '@skill-state/protocol/meter'
import type { Experiment, Series } from '../experiment.ts'
import type { Registry } from '../registry.ts'
import type { ModelSettings } from '../request.ts'
import { judgeAnswers } from './_answers.ts'
import { episodeIds } from './_episode-id.ts'
import type { Conditions } from './conditions.ts'
import { describeSeries } from './describe-series.ts'
import { matchBudgets } from './match-budgets.ts'
import { conditionsOfSelection, type Selection, select } from './selection.ts'
import { listTasks, type PlannedTask } from './series.ts'

/** What a run is to be, read and checked field by field. */
export interface Draft {
  readonly experiment: Experiment
  /** Those of the experiment, as they are to be run. */
  readonly series: readonly Series[]
  readonly seeds: readonly number[]
  readonly episodeLimits: Conditions['budget']
  readonly model: string
  readonly modelSettings: ModelSettings
  readonly limits: field.LimitFlags
  readonly selection: Selection
  /** The benchmark that replaces the experiment's own, as it was named. */
  readonly benchmark?: string | undefined
}

/** What a run will do, checked as a whole before anything is written or spent. */
export interface Plan {
  readonly experiment: Experiment
  readonly model: Model
  readonly episodes: readonly Episode[]
  readonly episodeLimits: Conditions['budget']
  /** Limits of the whole run; another run of the same conditions may have others. */
  readonly limits: Limits
  readonly conditions: Conditions
}

/** Plans a run. Throws `SkillStateError` if something cannot be run. */
export async function planRun(registry: Registry, draft: Draft): Promise<Plan> {
  const { findRuntime, tokenizer, version } = registry
  const { experiment, seeds, episodeLimits, selection, benchmark: replaced } = draft
  const series = (await matchBudgets(registry, draft.series, seeds)).map((each) => ({
    ...each,
    runtimes: [...new Set(each.runtimes.map((name) => findRuntime(name).name))],
  }))
  const runtimeNames = [...new Set(series.flatMap((each) => each.runtimes))]
  const chosen = new Map(runtimeNames.map((id) => [id, { ...findRuntime(id), id }]))
  const modelFor = await registry.findModel(draft.model, draft.modelSettings)
  checkRuntimes(registry, draft.model, runtimeNames)

  const tasks = tasksOf(experiment, series, seeds)
  const [first] = tasks
  if (first === undefined) throw invalidOption(`experiment ${experiment.id}: it has no tasks`)
  for (const { benchmark } of series) {
    modelFor(benchmark, first.task, '')
    compileSkill(benchmark.skill)
  }
  const model = modelFor(first.benchmark, first.task, '')
  const limits = limitsOf(draft.limits, model)
  checkLimits(episodeLimits, model, {
    name: (limit) => `the limit of an episode's ${limit}`,
    reply: 'give --max-output-tokens',
    prices: 'give them in a file by --model-info',
  })
  for (const { prepare } of chosen.values()) await prepare?.()
  const answers = await judgeAnswers(tasks, chosen, model)
  const described = await Promise.all(series.map((each) => describeSeries(each, seeds)))
  const idsOf = new Map(
    series.map(({ benchmark, options = experiment.options }, index) => {
      const content = described[index]?.benchmark
      const made = options !== undefined && Object.keys(options).length > 0 ? options : undefined
      return [benchmark, content && episodeIds({ benchmark: content, options: made })]
    }),
  )
  const all: Episode[] = []
  for (const { benchmark, task, runtimes: names } of tasks) {
    const idOf = idsOf.get(benchmark)
    for (const name of names) {
      const runtime = chosen.get(name)
      if (runtime === undefined || idOf === undefined) continue
      const asked = modelFor(benchmark, task, name)
      const { settings, capabilities } = asked
      const id = idOf({
        task,
        runtime,
        model: { name: draft.model, ...known({ settings, capabilities }), id: asked.id },
        budget: episodeLimits,
        tokenizer: tokenizer.id,
      })
      all.push({ id, benchmark, task, runtime, model: asked })
    }
  }
  const episodes = select(all, selection)
  const selected = conditionsOfSelection(selection)
  return {
    experiment,
    model,
    episodeLimits,
    limits,
    episodes,
    conditions: {
      format: 1,
      version,
      experiment: experiment.id,
      ...known({ options: experiment.options, benchmark: replaced }),
      series: described,
      runtimes: [...chosen].map(([id, { options: settings }]) => ({ id, options: settings })),
      prompts: 'Appendix A',
      model: {
        name: draft.model,
        id: model.id,
        notice: model.notice ?? '',
        ...known({ settings: model.settings, capabilities: model.capabilities }),
      },
      ...known({ answers }),
      tokenizer: tokenizer.id,
      seeds,
      budget: { ...episodeLimits },
      ...known({ selection: selected }),
      episodes: episodes.length,
    },
  }
}

/** Throws `invalid-option` if a runtime asks for replies that the model is not made for. */
export function checkRuntimes(
  { models }: Pick<Registry, 'models'>,
  model: string,
  names: readonly string[],
): void {
  const made = Object.hasOwn(models, model) ? models[model]?.runtimes : undefined
  const other = names.find((name) => made?.includes(readRuntimeName(name).id) === false)
  if (made === undefined || other === undefined) return
  throw invalidOption(`model ${model} is not made for runtime ${other}; its runtimes: ${made.join(', ')}`)
}

/** Names the experiment if its benchmarks have no such tasks: the tasks of all together would be ambiguous. */
function tasksOf(
  { id }: Experiment,
  series: readonly Series[],
  seeds: readonly number[],
): readonly PlannedTask[] {
  try {
    return listTasks(series, seeds)
  } catch (error) {
    if (!(error instanceof SkillStateError)) throw error
    throw invalidOption(`experiment ${id}: ${error.message}`)
  }
}
