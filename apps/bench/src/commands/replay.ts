import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import {
  differences,
  type EpisodeFigures,
  type EpisodeLine,
  type ReplayOptions,
  type RunFolder,
  readTraces,
  replayEpisode,
  reportJson,
} from '@skill-state/eval'
import type { JsonValue } from '@skill-state/protocol'
import { type Conditions, readConditions } from '../conditions.ts'
import { declaredActions } from '../declared-actions.ts'
import { loadBenchmark } from '../load-benchmark.ts'
import { experiments, families, find, findRuntime } from '../registry.ts'
import { readRunFolders } from '../run-folders.ts'
import { figuresOf, runReport } from '../run-report.ts'
import { chooseSeries, listTasks, taskKey, variantsOf } from '../series.ts'
import { UsageError } from '../usage-error.ts'

/**
 * `bench replay`: drives every recorded episode again without model and environment, and computes the
 * report again. Gives the lines to print and whether everything agrees.
 */
export async function replayCommand(directory: string): Promise<{ lines: string[]; agrees: boolean }> {
  const replays = []
  for (const folder of readRunFolders(directory)) replays.push(await replayRun(folder))
  return {
    lines: replays.flatMap(({ lines }) => lines),
    agrees: replays.every(({ agrees }) => agrees),
  }
}

async function replayRun(folder: RunFolder): Promise<{ lines: string[]; agrees: boolean }> {
  const file = join(folder.path, 'report.json')
  if (!existsSync(file)) {
    throw new UsageError(`${file} is missing: finish the run first, with the command that began it`)
  }
  const conditions = readConditions(folder)
  const playedIn = Object.hasOwn(families, conditions.experiment)
    ? fromRecord(conditions)
    : await fromDefinition(folder, conditions)
  const found: string[] = []
  const figures: EpisodeFigures[] = []
  let episodes = 0
  let steps = 0
  for (const trace of readTraces(folder)) {
    episodes += 1
    steps += trace.steps.length
    const ended = figuresOf(trace, conditions)
    if (ended !== undefined) figures.push(ended)
    const played = await playedIn(trace.episode)
    if (played === undefined) {
      found.push(`${trace.file}: ${trace.episode.task} is no task of this run`)
      continue
    }
    const { run: runtime } = findRuntime(trace.episode.runtime)
    const differing = await replayEpisode(trace, { ...played, runtime })
    found.push(...differing.map(({ where, what }) => `${where}: ${what}`))
  }
  const recorded = readReport(file)
  const recomputed: JsonValue = JSON.parse(reportJson(runReport(folder, figures)))
  found.push(...[...differences(recorded, recomputed)].map((line) => `${file}: ${line} as the traces say`))
  const summary = `${folder.path}: ${episodes} episodes, ${steps} steps replayed`
  if (found.length === 0) return { lines: [`${summary}: every prompt and every figure agrees`], agrees: true }
  return { lines: [...found, `${summary}: ${found.length} differences`], agrees: false }
}

function readReport(file: string): JsonValue {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as JsonValue
  } catch {
    throw new UsageError(`${file} is not JSON: compute it again with bench report --format json`)
  }
}

/** What an episode was played with; undefined where the run has no such task. */
type Played = Pick<ReplayOptions, 'skill' | 'environment'> | undefined

type FindPlayed = (episode: EpisodeLine) => Promise<Played>

/** As the run's conditions have it: the data that a family was made of may be elsewhere. */
function fromRecord({ series }: Conditions): FindPlayed {
  const benchmarks = series.map(({ benchmark: { id, actionSchema, noop, ...skill } }) => {
    const environment = { ...(actionSchema && { actionSchema }), ...(noop !== undefined && { noop }) }
    return [id, { skill: { name: id, ...skill }, environment }] as const
  })
  const played = new Map(benchmarks)
  return async ({ benchmark }) => played.get(benchmark)
}

/** As it is defined today. Throws `UsageError` where the experiment no longer has one of the run's series. */
async function fromDefinition(
  folder: RunFolder,
  { experiment, benchmark, series, seeds }: Conditions,
): Promise<FindPlayed> {
  const replaced = benchmark === undefined ? undefined : await loadBenchmark(benchmark)
  const known = chooseSeries(find('experiment', experiments, experiment), { benchmark: replaced })
  const recorded = series.map(({ benchmark: { id }, variants, horizons, runtimes: names }) => {
    const found = known.find(
      (each) =>
        each.benchmark.id === id &&
        isDeepStrictEqual(variantsOf(each.benchmark, { seeds, horizons }), variants),
    )
    if (found !== undefined) return { benchmark: found.benchmark, horizons, runtimes: names }
    throw new UsageError(
      `${folder.path}: the definition of experiment ${experiment} has changed since this run: it has no series of ${id} with the tasks ${variants.join(', ')}`,
    )
  })
  const tasks = new Map(
    listTasks(recorded, seeds).map((planned) => [taskKey(planned.benchmark.id, planned.task.id), planned]),
  )
  return async ({ benchmark: id, task: name }) => {
    const planned = tasks.get(taskKey(id, name))
    if (planned === undefined) return undefined
    const environment = await declaredActions(planned.benchmark, planned.task)
    return { skill: planned.benchmark.skill, environment }
  }
}
