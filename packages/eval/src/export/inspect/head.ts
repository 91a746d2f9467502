import type { JsonObject } from '@skill-state/protocol'
import { spread } from '../../statistics/spread.ts'
import { digest } from '../../trace/digest.ts'
import type { EndLine, EpisodeLine } from '../../trace/trace.ts'
import { inspectModel } from './sample.ts'
import { type InspectUsage, sumUsages } from './usage.ts'

/** What the head of a log needs of each episode. */
export interface Summary {
  readonly episode: EpisodeLine
  /** Absent for an interrupted episode, which is no sample. */
  readonly end?: EndLine | undefined
  readonly usage?: InspectUsage | undefined
  readonly durationMs: number
}

export interface HeadOptions {
  /** The run's conditions: the log's metadata. */
  readonly conditions: JsonObject
  /** What of the runtime could change a figure. */
  readonly runtimeOptions?: JsonObject | undefined
  /** What was sent with each call beside the prompt. */
  readonly modelSettings?: JsonObject | undefined
  readonly version: string
  readonly startMs: number
}

/**
 * All of a log but the samples, which follow it in the file: Inspect AI's format, version 2, as far as it is written here. A
 * field whose value is null there is left out, as Inspect itself does. Source: `log-schema.json` of inspect_ai.
 */
export interface InspectHead {
  readonly eval: Readonly<Record<'created' | 'task' | 'solver' | 'model' | 'task_id', string>> & JsonObject
  readonly [field: string]: unknown
}

/** The head of a log: the episodes are those of one benchmark, one runtime and one model. */
export function inspectHead(
  { benchmark, runtime, model }: Pick<EpisodeLine, 'benchmark' | 'runtime' | 'model'>,
  summaries: readonly Summary[],
  { conditions, runtimeOptions = {}, modelSettings = {}, version, startMs }: HeadOptions,
): InspectHead {
  const ended = summaries.filter(({ end }) => end !== undefined)
  const [task = benchmark, taskVersion] = benchmark.split('@')
  const runId = digest(JSON.stringify(conditions)).slice(0, 22)
  const taskId = digest(JSON.stringify([runId, benchmark, runtime, model])).slice(0, 22)
  const ids = [...new Set(ended.map(({ episode }) => problemOf(episode)))]
  const usage = sumUsages(ended.map((each) => each.usage))
  const milliseconds = ended.reduce((total, { durationMs }) => total + durationMs, 0)
  const started = new Date(startMs).toISOString()
  return {
    version: 2,
    status: ended.length === summaries.length ? 'success' : 'cancelled',
    eval: {
      eval_id: taskId,
      run_id: runId,
      created: started,
      task,
      task_id: taskId,
      task_version: Number(taskVersion ?? 0) || 0,
      task_attribs: {},
      task_args: {},
      task_args_passed: {},
      solver: runtime,
      solver_args: runtimeOptions,
      dataset: { name: benchmark, samples: ids.length, sample_ids: ids, shuffled: false },
      model: inspectModel(model),
      model_generate_config: {},
      model_args: modelSettings,
      config: { epochs: maxTries(ended) },
      packages: { 'skill-state': version },
      metadata: conditions,
    },
    plan: { name: 'plan', steps: [{ solver: runtime, params: runtimeOptions }], config: {} },
    results: {
      total_samples: ended.length,
      completed_samples: ended.filter(({ end }) => end?.status !== 'failed').length,
      scores: scoresOver(ended),
    },
    stats: {
      started_at: started,
      completed_at: new Date(startMs + milliseconds).toISOString(),
      model_usage: usage === undefined ? {} : { [inspectModel(model)]: usage },
    },
  }
}

/**
 * A log's file name. Inspect finds JSON logs by names that begin with a time and have the task and the task's id between
 * underscores, of which nothing else may hold one.
 */
export function logFileName({ eval: { created, task, solver, model, task_id: id } }: InspectHead): string {
  const time = created.replace(/\.\d+/, '').replaceAll(':', '-')
  const clean = (text: string): string => text.replaceAll(/[^\w.@-]|_/g, '-')
  return `${time}_${clean(task)}_${clean(`${solver}-${model}`)}_${id}.json`
}

/** What a sample is called: the problem, of which there may be several trials, or the task. */
export function problemOf({ problem, task }: EpisodeLine): string {
  return problem ?? task
}

function maxTries(summaries: readonly Summary[]): number {
  const tries = Map.groupBy(summaries, ({ episode }) => problemOf(episode))
  return Math.max(1, ...[...tries.values()].map((each) => each.length))
}

/** The reward and each figure that the environment named, over the episodes that have them. */
function scoresOver(summaries: readonly Summary[]): object[] {
  const outcomes = summaries.flatMap(({ end }) =>
    end?.outcome === undefined
      ? []
      : [new Map(Object.entries({ ...end.outcome.metrics, reward: end.outcome.reward }))],
  )
  const names = new Set(['reward', ...outcomes.flatMap((outcome) => [...outcome.keys()])])
  return [...names].flatMap((name) => {
    const known = outcomes.map((outcome) => outcome.get(name)).filter((value) => value !== undefined)
    const measured = spread(known)
    if (measured === undefined) return []
    const { mean, sd, n } = measured
    const stderr = sd === undefined ? undefined : sd / Math.sqrt(n)
    const metrics = Object.entries({ mean, stderr }).flatMap(([metric, value]) =>
      value === undefined ? [] : [[metric, { name: metric, value, params: {} }]],
    )
    const scored = { scored_samples: n, unscored_samples: summaries.length - n }
    return [{ name, scorer: name, ...scored, params: {}, metrics: Object.fromEntries(metrics) }]
  })
}
