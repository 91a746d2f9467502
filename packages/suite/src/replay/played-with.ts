import { isDeepStrictEqual } from 'node:util'
import {
  differences,
  type EpisodeLine,
  type ReplayOptions,
  type RunFolder,
  type Trace,
} from '@skill-state/eval'
import {
  type Benchmark,
  invalidOption,
  invalidRun,
  type JsonValue,
  SkillStateError,
} from '@skill-state/protocol'
import { loadBenchmark } from '../benchmarks/load-benchmark.ts'
import type { Series } from '../experiment.ts'
import { reopenBenchmark } from '../file/_open-benchmark.ts'
import { SUITE } from '../file/present.ts'
import type { Conditions } from '../plan/conditions.ts'
import { declaredActions, describeSeries } from '../plan/describe-series.ts'
import { select } from '../plan/selection.ts'
import { chooseSeries, listTasks, PLAIN, type PlannedTask, taskKey, variantsOf } from '../plan/series.ts'
import { findRecord, type Registry } from '../registry.ts'
import { requireNoCommand } from '../wire/foreign.ts'

/** What an episode was played with. */
export interface Played extends Pick<ReplayOptions, 'skill' | 'environment'> {
  /** Absent if the episode is known by its record alone. */
  readonly planned?: Pick<PlannedTask, 'benchmark' | 'task'>
}

/** A run as its definition has it today. */
export interface Definition {
  /** What an episode was played with; undefined if the run has no such task. */
  readonly playedIn: (episode: EpisodeLine) => Promise<Played | undefined>
  /** Where the run's conditions differ from it, one line each. */
  readonly differences: readonly string[]
  /** The names of its episodes; undefined if a part of the run is known by its record alone. */
  readonly episodes: ReadonlySet<string> | undefined
  /** Why a part is known by its record alone, one line each. */
  readonly closed: readonly string[]
}

/** Finds what a run was defined by. Throws `invalid-option` if that has changed. */
export async function playedWith(
  registry: Registry,
  folder: RunFolder,
  conditions: Conditions,
): Promise<Definition> {
  const { series, seeds, selection = {} } = conditions
  requireNoCommand(registry, namesIn(conditions))
  const { benchmarks, closed } = await benchmarksOf(registry, folder, conditions)
  const [opened, differing]: [Series[], string[]] = [[], [...oddConditions(registry, conditions)]]
  for (const [index, recorded] of series.entries()) {
    const benchmark = benchmarks[index]
    if (benchmark === undefined) {
      if (closed.length === 0) differing.push(`series.${index} is ${recorded.benchmark.id}, not a benchmark`)
      continue
    }
    const { horizons, runtimes } = recorded
    const own: Series = { benchmark, horizons, runtimes }
    differing.push(
      ...differences(plain(recorded), plain(await describeSeries(own, seeds)), `series.${index}`),
    )
    opened.push(own)
  }
  const planned = listTasks(opened, seeds)
  const tasks = new Map(planned.map((each) => [taskKey(each.benchmark.id, each.task.id), each]))
  const all = planned.flatMap(({ runtimes, ...each }) => runtimes.map((id) => ({ ...each, runtime: { id } })))
  const nameOf = ({ benchmark, task, runtime }: (typeof all)[number]): string =>
    episodeName({ benchmark: benchmark.id, task: task.id, runtime: runtime.id })
  const fromRecord = recordedIn(conditions)
  return {
    differences: differing.map((line) => `${folder.path}/run.json: ${line} as it is defined`),
    closed,
    episodes: opened.length < series.length ? undefined : new Set(select(all, selection).map(nameOf)),
    async playedIn(episode) {
      const found = tasks.get(taskKey(episode.benchmark, episode.task))
      if (found === undefined) {
        const isOpen = opened.some(({ benchmark }) => benchmark.id === episode.benchmark)
        return isOpen ? undefined : fromRecord(episode)
      }
      const environment = await declaredActions(found.benchmark, found.task)
      return { skill: found.benchmark.skill, environment, planned: found }
    },
  }
}

/** What the run names and was played by: a command is started only for a person who says so. */
function namesIn({ benchmark, options = {}, runtimes }: Conditions): readonly (string | undefined)[] {
  const entries = Array.isArray(options.benchmarks) ? options.benchmarks : []
  const suite = entries.map((entry) => (typeof entry?.name === 'string' ? entry.name : undefined))
  return [benchmark, ...suite, ...runtimes.map(({ id }) => id)]
}

export function episodeName({
  benchmark,
  task,
  runtime,
}: Pick<EpisodeLine, 'benchmark' | 'task' | 'runtime'>) {
  return `${benchmark} ${task} ${runtime}`
}

export function noTask({ file, episode }: Trace): SkillStateError {
  return invalidRun(`${file}: ${episode.task} is no task of this run`)
}

/** Of each series its benchmark; undefined if it is known by its record alone. */
interface Found {
  readonly benchmarks: readonly (Benchmark | undefined)[]
  readonly closed: readonly string[]
}

async function benchmarksOf(registry: Registry, folder: RunFolder, conditions: Conditions): Promise<Found> {
  const { experiment, series } = conditions
  if (experiment === SUITE) return await ofSuite(registry, conditions)
  if (!Object.hasOwn(registry.families, experiment))
    return { benchmarks: await ofExperiment(registry, folder, conditions), closed: [] }
  return { benchmarks: series.map(() => undefined), closed: [`${experiment} is made of data of its own`] }
}

async function ofSuite(registry: Registry, { options = {}, series }: Conditions): Promise<Found> {
  const entries = Array.isArray(options.benchmarks) ? options.benchmarks : []
  const closed: string[] = []
  const opened: (Benchmark | undefined)[] = []
  for (const entry of entries) {
    try {
      const benchmark = await reopenBenchmark(registry, entry, options.trials)
      if (benchmark === undefined) closed.push(`${JSON.stringify(entry)} is made of data of its own`)
      opened.push(benchmark)
    } catch (error) {
      if (!(error instanceof SkillStateError)) throw error
      closed.push(`${error.message} (paths are as seen from this folder)`)
      opened.push(undefined)
    }
  }
  // A series is split where budgets are matched by horizon.
  const isWhole = opened.length === series.length
  const benchmarks = series.map(({ benchmark: { id } }, index) =>
    isWhole ? opened[index] : opened.find((each) => each?.id === id),
  )
  return { benchmarks, closed }
}

/** As they are defined today. Throws `invalid-option` if the experiment no longer has one of the run's series. */
async function ofExperiment(
  registry: Registry,
  folder: RunFolder,
  { experiment, benchmark, series, seeds }: Conditions,
): Promise<readonly Benchmark[]> {
  const replaced = benchmark === undefined ? undefined : await loadBenchmark(registry, benchmark)
  const known = chooseSeries(findRecord('experiment', registry.experiments, experiment), {
    benchmark: replaced,
  })
  return series.map(({ benchmark: { id }, variants, horizons }) => {
    const found = known.find(
      (each) =>
        each.benchmark.id === id &&
        isDeepStrictEqual(variantsOf(each.benchmark, { seeds, horizons }), variants),
    )
    if (found !== undefined) return found.benchmark
    throw invalidOption(
      `${folder.path}: the definition of experiment ${experiment} has changed since this run: it has no series of ${id} with the tasks ${variants.join(', ')}`,
    )
  })
}

/** As the run's conditions have it: the data that a benchmark was made of may be elsewhere. */
function recordedIn({ series }: Conditions): (episode: EpisodeLine) => Played | undefined {
  const played = series.map(({ benchmark: { id, actionSchema, noop, ...skill }, variants }) => {
    const environment = { actionSchema, noop }
    return { id, variants, with: { skill: { name: id, ...skill }, environment } }
  })
  return ({ benchmark, variant = PLAIN }) =>
    played.find(({ id, variants }) => id === benchmark && variants.includes(variant))?.with
}

/** Conditions that do not follow from one another. */
function* oddConditions(registry: Registry, conditions: Conditions): Generator<string> {
  const { experiment, options, benchmark, series, runtimes } = conditions
  const names = [...new Set(series.flatMap((each) => each.runtimes))]
  const expected = names.map((id) => ({ id, options: registry.findRuntime(id).options }))
  yield* differences(plain(runtimes), plain(expected), 'runtimes')
  const isPlain = Object.hasOwn(registry.experiments, experiment)
  if (isPlain) yield* differences(options, undefined, 'options')
  else yield* differences(benchmark, undefined, 'benchmark')
  const known = ['suite', 'title', 'benchmarks', 'trials']
  for (const key of experiment === SUITE ? Object.keys(options ?? {}) : [])
    if (!known.includes(key)) yield `options.${key} is present, not absent`
}

const plain = (value: object): JsonValue => JSON.parse(JSON.stringify(value)) as JsonValue
